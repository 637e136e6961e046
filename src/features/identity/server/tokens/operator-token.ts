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

const operatorTokenSeconds = 60 * 60;

/**
 * Issues a bearer token of an account for scripts. Works next to a running server, directly on the
 * database. The token gets a session of its own, which ends with it after at most a day.
 */
export async function issueOperatorToken(
  services: IdentityServices,
  options: { email: string; lifetimeSeconds?: number; chapterId?: Id<'chapter'> },
  newId: NewId,
): Promise<Result<BearerToken>> {
  const lifetimeSeconds = options.lifetimeSeconds ?? operatorTokenSeconds;
  if (lifetimeSeconds < 1 || lifetimeSeconds > maxTokenSeconds) {
    return refuse('invalid', 'invalid', 'A token can be valid for 1 second to 24 hours');
  }
  const account = await findAccount(services.db, options.email.trim().toLowerCase());
  if (!account || account.isDisabled) {
    return refuse('not-found', 'no_account', 'No account has this email address');
  }
  const session = { id: newId(), token: newToken(), accountId: account.id };
  await createOperatorSession(services.db, {
    ...session,
    chapterId: options.chapterId ?? null,
    lifetimeSeconds,
  });
  const read = await readSession(services.db, { id: session.id });
  const membership = options.chapterId
    ? read?.memberships.find(({ chapterId }) => chapterId === options.chapterId)
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
