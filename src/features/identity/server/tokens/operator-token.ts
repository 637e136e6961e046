import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { NewId } from '#server/database/ids.ts';
import { maxTokenSeconds } from '../../bearer-claims.ts';
import type { BearerToken } from '../../contract.ts';
import { findAccount } from '../shared/account-store.ts';
import { newToken } from '../shared/link-token.ts';
import type { IdentityServices } from '../shared/services.ts';
import { createOperatorSession, endSession, readSession } from '../shared/session-store.ts';
import { issueToken } from './bearer-token.ts';

export const operatorTokenSeconds = 60 * 60;

/**
 * A bearer token for scripts, for somebody's account: works beside a running server, straight on
 * the database. It gets a session of its own that ends with it, at most a day later.
 */
export async function issueOperatorToken(
  services: IdentityServices,
  wish: { email: string; lifetimeSeconds?: number; chapterId?: Id<'chapter'> },
  newId: NewId,
): Promise<Result<BearerToken>> {
  const lifetimeSeconds = wish.lifetimeSeconds ?? operatorTokenSeconds;
  if (lifetimeSeconds < 1 || lifetimeSeconds > maxTokenSeconds) {
    return refuse('invalid', 'invalid', 'A token can be valid for 1 second to 24 hours');
  }
  const account = await findAccount(services.db, wish.email.trim().toLowerCase());
  if (!account || account.isDisabled) {
    return refuse('not-found', 'no_account', 'No account has this email address');
  }
  const session = { id: newId(), token: newToken(), accountId: account.id };
  await createOperatorSession(services.db, {
    ...session,
    chapterId: wish.chapterId ?? null,
    seconds: lifetimeSeconds,
  });
  const read = await readSession(services.db, { id: session.id });
  const membership = wish.chapterId
    ? read?.memberships.find(({ chapterId }) => chapterId === wish.chapterId)
    : read?.memberships.find(({ isActive }) => isActive);
  if (!membership) {
    await endSession(services.db, session.token);
    return refuse('not-found', 'no_chapter', 'This account is not a member of that chapter');
  }
  const token = await issueToken(services, {
    accountId: account.id,
    sessionId: session.id,
    chapterId: membership.chapterId,
    lifetimeSeconds,
  });
  return ok(token);
}
