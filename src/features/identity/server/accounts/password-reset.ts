/** Resetting a forgotten password. */

import { type Instant, toInstant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { queueMails } from '#server/mail/mail-queue.ts';
import { resetPath } from '../../contract.ts';
import { type AccountMail, queueAccountNotice } from '../account-mail.ts';
import { removeOtherSignInMethods } from '../factors/reset-factors.ts';
import { lockAccount } from '../shared/account-lock.ts';
import { setEmailVerified } from '../shared/account-store.ts';
import { createResetToken, hashToken, readResetToken } from '../shared/link-token.ts';
import { hashPassword } from '../shared/password.ts';
import type { IdentityServices } from '../shared/services.ts';
import { auditAccount } from './account-audit.ts';
import {
  claimReset,
  consumeReset,
  findReset,
  replacePassword,
  resetLifetime,
} from './password-reset-store.ts';

const noMail = refuse(
  'conflict',
  'no_mail',
  "Email isn't set up. Ask an admin of your chapter for help.",
);

/** The same for unknown, used, replaced and expired links. */
const unusable = refuse(
  'not-found',
  'reset_unusable',
  'This link no longer works. Request a new one.',
);

/** Only queues a job, whatever the address: everything else happens when the job runs. */
export async function requestReset(
  services: IdentityServices,
  email: string,
  { now, newId }: WriteContext,
): Promise<Result<undefined>> {
  if (!services.sendsMail) return noMail;
  return inTransaction(services.db, async (tx) => {
    const mail: AccountMail = { kind: 'reset', email, requestedAt: now };
    await queueMails(tx, [mail], newId);
    return ok(undefined);
  });
}

/** The link that a mail would contain, for the operator to pass on. */
export async function createResetLink(
  services: IdentityServices,
  email: string,
  { now, newId }: WriteContext,
): Promise<Result<string>> {
  const id = newId<'reset'>();
  const token = createResetToken(id, services.secret);
  const expiresAt = toInstant(Temporal.Instant.from(now).add(resetLifetime));
  const request = {
    id,
    email,
    hash: hashToken(token),
    requestedAt: now,
    expiresAt,
    isMailed: false,
  };
  if (!(await claimReset(services.db, request, now))) {
    return refuse(
      'not-found',
      'no_account',
      'No account with this address signs in with a password',
    );
  }
  return ok(`${services.publicUrl()}${resetPath}#${token}`);
}

export async function previewReset(
  services: IdentityServices,
  token: string,
  now: Instant,
): Promise<Result<{ email: string }>> {
  const key = readResetToken(token);
  const found = key && (await findReset(services.db, key, now));
  return found ? ok({ email: found.email }) : unusable;
}

/**
 * Sets a new password and ends all sessions. Does not sign in: access to the mail is one factor,
 * and the account may require another. If the address was never verified, someone else may have
 * created the account, so every other sign-in method is removed.
 */
export async function resetPassword(
  services: IdentityServices,
  input: { token: string; newPassword: string },
  context: WriteContext,
): Promise<Result<undefined>> {
  const key = readResetToken(input.token);
  // Checked first, so that strangers cannot trigger password hashing.
  const pending = key && (await findReset(services.db, key, context.now));
  if (!pending) return unusable;
  const passwordHash = await hashPassword(input.newPassword, services.passwordCost);
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, pending.accountId);
    const used = await consumeReset(tx, key, context.now);
    if (!used) return unusable;
    const { accountId, isMailed, isEmailVerified } = used;
    await replacePassword(tx, accountId, passwordHash);
    const removed = isEmailVerified ? undefined : await removeOtherSignInMethods(tx, accountId);
    if (isMailed) await setEmailVerified(tx, accountId);
    await auditAccount(tx, accountId, context, {
      action: 'account.password-reset',
      ...(removed && { before: removed }),
    });
    await queueAccountNotice(tx, services, { accountId, change: 'password-reset' }, context);
    return ok(undefined);
  });
}
