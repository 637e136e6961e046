/** What people do to their own account: another password, and an end to sessions. */
import { sql } from 'kysely';
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

export type Own = { readonly accountId: string; readonly sessionId: string };

/**
 * Whoever knew the old password is signed out everywhere but here, links that choose another one end,
 * and the owner is told by mail.
 */
export async function changePassword(
  services: IdentityServices,
  own: Own,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  context: WriteContext,
): Promise<Result<undefined>> {
  const { db } = services;
  const before = await checkPassword(db, own.accountId, currentPassword);
  if (before === undefined) return wrongPassword;
  const after = await hashPassword(newPassword);
  return inTransaction(db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    await invalidateResets(tx, own.accountId, context);
    // Of two changes at once, the second knows a password that is not the current one any more.
    const isChanged = await replacePasswordHash(tx, own.accountId, before, after);
    if (!isChanged) return wrongPassword;
    await deleteOtherSessions(tx, own);
    const { accountId } = own;
    await auditAccount(tx, accountId, context, { action: 'account.password-change' });
    await queueAccountNotice(tx, services, { accountId, change: 'password-changed' }, context);
    return ok(undefined);
  });
}

// Not 401, which would say that the session is over.
export const wrongPassword = refuse('invalid', 'wrong_password', 'Wrong current password', {
  field: 'currentPassword',
});

/** 422 `wrong_password` for another, and for an account without one. */
export async function verifyPassword(
  db: Db,
  { accountId }: Own,
  password: string,
): Promise<Result<undefined>> {
  const hash = await checkPassword(db, accountId, password);
  return hash === undefined ? wrongPassword : ok(undefined);
}

export async function listOwnSessions(db: Db, own: Own): Promise<OwnSession[]> {
  const found = await sql<Omit<OwnSession, 'isThis'>>`
    select id, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.session
    where account_id = ${own.accountId} and expires_at > now()
    order by last_used_at desc, id
  `.execute(db);
  return found.rows.map((row) => ({ ...row, isThis: row.id === own.sessionId }));
}

export async function endOwnSession(
  db: Db,
  own: Own,
  sessionId: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessions(tx, own, { id: sessionId });
    if (ended === 0) return notFound('Session');
    await auditAccount(tx, own.accountId, context, { action: 'account.session-end' });
    return ok(undefined);
  });
}

export async function endOtherSessions(
  db: Db,
  own: Own,
  context: WriteContext,
): Promise<Result<{ ended: number }>> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteOtherSessions(tx, own);
    if (ended > 0)
      await auditAccount(tx, own.accountId, context, { action: 'account.sessions-end' });
    return ok({ ended });
  });
}

/** In the transaction of what makes it needful, which leaves a record. */
export const deleteOtherSessions = (tx: Tx, own: Own) => deleteSessions(tx, own, 'others');

/** How many ended that were still alive or not yet cleaned away. */
async function deleteSessions(db: Db, own: Own, which: 'others' | { id: string }): Promise<number> {
  const condition = which === 'others' ? sql`id <> ${own.sessionId}` : sql`id = ${which.id}`;
  const ended = await sql`
    delete from auth.session where account_id = ${own.accountId} and ${condition} returning id
  `.execute(db);
  return ended.rows.length;
}
