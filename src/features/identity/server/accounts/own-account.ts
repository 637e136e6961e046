/** Changing one's own password and ending one's own sessions. */

import { sql } from 'kysely';
import type { SignedIn } from '#kit/caller.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { OwnSession } from '../../own-account-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { replacePasswordHash } from '../shared/account-store.ts';
import { checkPassword } from '../shared/check-password.ts';
import { hashPassword } from '../shared/password.ts';
import type { IdentityServices } from '../shared/services.ts';
import { auditAccount } from './account-audit.ts';
import { invalidateResets } from './password-reset-store.ts';

/**
 * Ends every other session and pending reset link, in case someone else knew the old password, and
 * notifies the owner.
 */
export async function changePassword(
  services: IdentityServices,
  caller: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  context: WriteContext,
): Promise<Result<undefined>> {
  const { db } = services;
  const before = await checkPassword(services, caller.accountId, currentPassword);
  if (before === undefined) return wrongPassword;
  const after = await hashPassword(newPassword, services.passwordCost);
  return inTransaction(db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    await invalidateResets(tx, caller.accountId, context);
    // The second of two concurrent changes fails: its current password is outdated.
    const isChanged = await replacePasswordHash(tx, caller.accountId, before, after);
    if (!isChanged) return wrongPassword;
    await deleteOtherSessions(tx, caller);
    const { accountId } = caller;
    await auditAccount(tx, accountId, context, { action: 'account.password-change' });
    await queueAccountNotice(tx, services, { accountId, change: 'password-changed' }, context);
    return ok(undefined);
  });
}

// Not 401, which would mean that the session has ended.
const wrongPassword = refuse('invalid', 'wrong_password', 'Wrong current password', {
  field: 'currentPassword',
});

/** Refuses with 422 `wrong_password`, also for an account without a password. */
export async function verifyPassword(
  services: IdentityServices,
  { accountId }: SignedIn,
  password: string,
): Promise<Result<undefined>> {
  const hash = await checkPassword(services, accountId, password);
  return hash === undefined ? wrongPassword : ok(undefined);
}

export async function listOwnSessions(db: Db, caller: SignedIn): Promise<OwnSession[]> {
  const found = await sql<Omit<OwnSession, 'isThis'>>`
    select id, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.session
    where account_id = ${caller.accountId} and expires_at > now()
    order by last_used_at desc, id
  `.execute(db);
  return found.rows.map((row) => ({ ...row, isThis: row.id === caller.sessionId }));
}

export async function endOwnSession(
  db: Db,
  caller: SignedIn,
  sessionId: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessions(tx, caller, { id: sessionId });
    if (ended === 0) return notFound('Session');
    await auditAccount(tx, caller.accountId, context, { action: 'account.session-end' });
    return ok(undefined);
  });
}

export async function endOtherSessions(
  db: Db,
  caller: SignedIn,
  context: WriteContext,
): Promise<Result<{ ended: number }>> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteOtherSessions(tx, caller);
    if (ended > 0)
      await auditAccount(tx, caller.accountId, context, { action: 'account.sessions-end' });
    return ok({ ended });
  });
}

/** Not audited by itself: part of a change that is. */
export const deleteOtherSessions = (tx: Tx, caller: SignedIn) =>
  deleteSessions(tx, caller, 'others');

/** Returns how many were deleted, expired ones included. */
async function deleteSessions(
  db: Db,
  caller: SignedIn,
  which: 'others' | { id: string },
): Promise<number> {
  const condition = which === 'others' ? sql`id <> ${caller.sessionId}` : sql`id = ${which.id}`;
  const ended = await sql`
    delete from auth.session where account_id = ${caller.accountId} and ${condition} returning id
  `.execute(db);
  return ended.rows.length;
}
