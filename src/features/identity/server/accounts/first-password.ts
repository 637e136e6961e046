/** A password for an account that only signs in by a hosted provider. */

import { sql } from 'kysely';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { freshSignIn } from '../../own-account-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import { hashPassword } from '../shared/password.ts';
import type { IdentityServices } from '../shared/services.ts';
import { auditAccount } from './account-audit.ts';
import { deleteOtherSessions, type Own } from './own-account.ts';
import { invalidateResets } from './password-reset-store.ts';

const hasPassword = refuse(
  'conflict',
  'has_password',
  'You already have a password. Change it instead.',
);
const signInAgain = refuse(
  'forbidden',
  'sign_in_again',
  'You signed in too long ago for this. Sign in again first.',
);

/**
 * There is no password to ask for: that it is the person, and not just their open browser, is shown by
 * having signed in just now.
 */
export async function chooseFirstPassword(
  services: IdentityServices,
  own: Own,
  newPassword: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  const { db } = services;
  const { accountId } = own;
  // Asked first, so that nothing is hashed in vain.
  if ((await findPasswordHash(db, accountId)) !== undefined) return hasPassword;
  if (!(await isFresh(db, own))) return signInAgain;
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    if (!(await insertPassword(tx, accountId, passwordHash))) return hasPassword;
    await invalidateResets(tx, accountId, context);
    await deleteOtherSessions(tx, own);
    await auditAccount(tx, accountId, context, { action: 'account.password-set' });
    await queueAccountNotice(tx, services, { accountId, change: 'password-set' }, context);
    return ok(undefined);
  });
}

/** Whether the session began so lately that nobody else will be sitting at its browser. */
export async function isFresh(db: Db, { sessionId }: Own): Promise<boolean> {
  const seconds = freshSignIn.total('seconds');
  const found = await sql`
    select from auth.session
    where id = ${sessionId} and created_at > now() - make_interval(secs => ${seconds})
  `.execute(db);
  return found.rows.length > 0;
}

/** False when the account has one: of two at once, one is the first. */
async function insertPassword(tx: Tx, accountId: string, passwordHash: string): Promise<boolean> {
  const made = await sql`
    update auth.account set password_hash = ${passwordHash}
    where id = ${accountId} and password_hash is null
    returning id
  `.execute(tx);
  return made.rows.length > 0;
}
