/** A first password for an account that only signs in with the OIDC provider. */

import { sql } from 'kysely';
import type { SignedIn } from '#kit/caller.ts';
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
import { deleteOtherSessions } from './own-account.ts';
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
 * With no current password to ask for, a recent sign-in shows that it is the owner and not someone
 * at their open browser.
 */
export async function chooseFirstPassword(
  services: IdentityServices,
  caller: SignedIn,
  newPassword: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  const { db } = services;
  const { accountId } = caller;
  // Checked first to avoid hashing for nothing.
  if ((await findPasswordHash(db, accountId)) !== undefined) return hasPassword;
  if (!(await isFresh(db, caller))) return signInAgain;
  const passwordHash = await hashPassword(newPassword, services.passwordCost);
  return inTransaction(db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    if (!(await insertPassword(tx, accountId, passwordHash))) return hasPassword;
    await invalidateResets(tx, accountId, context);
    await deleteOtherSessions(tx, caller);
    await auditAccount(tx, accountId, context, { action: 'account.password-set' });
    await queueAccountNotice(tx, services, { accountId, change: 'password-set' }, context);
    return ok(undefined);
  });
}

/** Whether the session began so recently that no one else will be at its browser. */
export async function isFresh(db: Db, { sessionId }: SignedIn): Promise<boolean> {
  const seconds = freshSignIn.total('seconds');
  const found = await sql`
    select from auth.session
    where id = ${sessionId} and created_at > now() - make_interval(secs => ${seconds})
  `.execute(db);
  return found.rows.length > 0;
}

/** False if the account already has one; of two concurrent calls, one succeeds. */
async function insertPassword(tx: Tx, accountId: string, passwordHash: string): Promise<boolean> {
  const updated = await sql`
    update auth.account set password_hash = ${passwordHash}
    where id = ${accountId} and password_hash is null
    returning id
  `.execute(tx);
  return updated.rows.length > 0;
}
