/** Setting up, verifying and turning off the second factor of an account. */

import { sql } from 'kysely';
import type { SignedIn } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { SecondFactorView } from '../../factor-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { deleteOtherSessions, verifyPassword } from '../accounts/own-account.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import { decrypt, encrypt } from '../shared/encryption.ts';
import { secondFactorKey } from '../shared/second-factor-key.ts';
import {
  type AttemptFrom,
  beginSecondFactor,
  consumeRecoveryCode,
  consumeStep,
  countAttempt,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  markConfirmed,
  replaceRecoveryCodes,
  resetAttempts,
} from '../shared/second-factor-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import {
  encodeBase32,
  findStep,
  hashRecoveryCode,
  isAppCode,
  newRecoveryCodes,
  newTotpSecret,
  normalizeCode,
  totpUri,
} from './totp.ts';

export type Proof = { currentPassword: string; code?: string | undefined };

// Not 401, which would mean that the session has ended.
const wrongCode = refuse('invalid', 'wrong_code', 'Wrong or already used code.', {
  field: 'code',
});
const alreadyOn = refuse('conflict', 'second_factor_on', 'Two-step verification is already on');
const notOn = refuse('conflict', 'second_factor_off', 'Two-step verification is off');

export async function viewSecondFactor(db: Db, { accountId }: SignedIn): Promise<SecondFactorView> {
  const found = await findSecondFactor(db, accountId);
  return {
    since: found?.confirmedAt ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, accountId),
    hasPassword: (await findPasswordHash(db, accountId)) !== undefined,
  };
}

/** Takes effect only once `confirmSecondFactor` has seen a code from the app. */
export async function startSecondFactorSetup(
  services: IdentityServices,
  caller: SignedIn,
  currentPassword: string,
  now: Instant,
): Promise<Result<{ secret: string; uri: string }>> {
  const verified = await verifyPassword(services, caller, currentPassword);
  if (!verified.ok) return verified;
  const plain = newTotpSecret();
  const secret = encrypt(plain.toString('hex'), secondFactorKey(services.secret, caller.accountId));
  if (!(await beginSecondFactor(services.db, caller.accountId, secret, now))) return alreadyOn;
  const uri = totpUri(plain, await findEmail(services.db, caller.accountId));
  return ok({ secret: encodeBase32(plain), uri });
}

/** Ends every other session: they were started with the password alone. */
export async function confirmSecondFactor(
  services: IdentityServices,
  caller: SignedIn,
  typed: string,
  context: WriteContext,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId } = caller;
  const pending = await findSecondFactor(services.db, accountId);
  if (!pending) return notOn;
  if (pending.confirmedAt !== null) return alreadyOn;
  // An open browser alone must not be able to guess the code of a setup that its owner left
  // unfinished.
  const counted = await countCodeAttempt(services.db, accountId, 'known');
  if (!counted.ok) return counted;
  const step = findStep(
    decryptSecret(services, accountId, pending),
    normalizeCode(typed),
    context.now,
  );
  if (step === undefined) return wrongCode;
  const codes = makeRecoveryCodes(services, accountId);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    const { secret } = pending;
    if (!(await markConfirmed(tx, accountId, { secret, step, now: context.now }))) return alreadyOn;
    await resetAttempts(tx, accountId, 'known');
    await replaceRecoveryCodes(tx, accountId, codes.hashes);
    await deleteOtherSessions(tx, caller);
    await auditAccount(tx, accountId, context, { action: 'account.second-factor-on' });
    await queueAccountNotice(tx, services, { accountId, change: 'second-factor-on' }, context);
    return ok({ recoveryCodes: codes.plain });
  });
}

export async function renewRecoveryCodes(
  services: IdentityServices,
  caller: SignedIn,
  proof: Proof,
  context: WriteContext,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const verified = await verifyProof(services, caller, proof, context);
  if (!verified.ok) return verified;
  if (!verified.value.hasSecondFactor) return notOn;
  const { accountId } = caller;
  const codes = makeRecoveryCodes(services, accountId);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    await replaceRecoveryCodes(tx, accountId, codes.hashes);
    await auditAccount(tx, accountId, context, { action: 'account.recovery-codes-new' });
    await queueAccountNotice(tx, services, { accountId, change: 'recovery-codes-new' }, context);
    return ok({ recoveryCodes: codes.plain });
  });
}

export async function turnOffSecondFactor(
  services: IdentityServices,
  caller: SignedIn,
  proof: Proof,
  context: WriteContext,
): Promise<Result<undefined>> {
  const verified = await verifyProof(services, caller, proof, context);
  if (!verified.ok) return verified;
  if (!verified.value.hasSecondFactor) return notOn;
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, caller);
    if (!locked.ok) return locked;
    const { accountId } = caller;
    if (!(await deleteSecondFactor(tx, accountId))) return notOn;
    await auditAccount(tx, accountId, context, { action: 'account.second-factor-off' });
    await queueAccountNotice(tx, services, { accountId, change: 'second-factor-off' }, context);
    return ok(undefined);
  });
}

/**
 * Verifies that it is the owner and not someone at their open browser: the password, and a code if
 * the account has a second factor.
 */
export async function verifyProof(
  services: IdentityServices,
  caller: SignedIn,
  { currentPassword, code }: Proof,
  context: WriteContext,
): Promise<Result<{ hasSecondFactor: boolean }>> {
  const verified = await verifyPassword(services, caller, currentPassword);
  if (!verified.ok) return verified;
  const factor = await findSecondFactor(services.db, caller.accountId);
  if (!factor || factor.confirmedAt === null) return ok({ hasSecondFactor: false });
  if (code === undefined) return codeRequired;
  // A session was begun with a code: this is not a stranger who has only the password.
  const consumed = await consumeCode(services, caller.accountId, 'known', code, context);
  return consumed.ok ? ok({ hasSecondFactor: true }) : consumed;
}

const codeRequired = refuse(
  'invalid',
  'code_required',
  'Enter a code from your authenticator app',
  {
    field: 'code',
  },
);

/**
 * Consumes an authenticator or recovery code. Refuses wrong and used codes alike (`wrong_code`),
 * and after five wrong ones in a row every code for a while (429).
 */
export async function consumeCode(
  services: IdentityServices,
  accountId: string,
  from: AttemptFrom,
  typed: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  const counted = await countCodeAttempt(services.db, accountId, from);
  if (!counted.ok) return counted;
  const plain = normalizeCode(typed);
  const isRight = isAppCode(plain)
    ? await tryAppCode(services, accountId, plain, context.now)
    : await tryRecoveryCode(services, accountId, plain, context);
  if (!isRight) return wrongCode;
  await resetAttempts(services.db, accountId, from);
  return ok(undefined);
}

async function countCodeAttempt(
  db: Db,
  accountId: string,
  from: AttemptFrom,
): Promise<Result<undefined>> {
  const retryAfterSeconds = await countAttempt(db, accountId, from);
  if (retryAfterSeconds === 0) return ok(undefined);
  const message = `Too many wrong codes. Try again in ${retryAfterSeconds} s.`;
  return refuse('too-many', 'too_many_attempts', message, { details: { retryAfterSeconds } });
}

async function tryAppCode(
  services: IdentityServices,
  accountId: string,
  code: string,
  now: Instant,
): Promise<boolean> {
  const factor = await findSecondFactor(services.db, accountId);
  if (!factor) return false;
  const step = findStep(decryptSecret(services, accountId, factor), code, now);
  if (step === undefined) return false;
  return consumeStep(services.db, accountId, { secret: factor.secret, step });
}

async function tryRecoveryCode(
  services: IdentityServices,
  accountId: string,
  code: string,
  context: WriteContext,
): Promise<boolean> {
  const hash = hashRecoveryCode(code, { secret: services.secret, accountId });
  const consumed = await inTransaction(services.db, async (tx) => {
    if (!(await consumeRecoveryCode(tx, accountId, hash, context.now))) return ok(false);
    const left = await countRecoveryCodes(tx, accountId);
    await auditAccount(tx, accountId, context, {
      action: 'account.recovery-code-used',
      after: { left },
    });
    return ok(true);
  });
  return consumed.ok && consumed.value;
}

function decryptSecret(
  services: IdentityServices,
  accountId: string,
  { secret }: { secret: string },
): Buffer {
  const plain = decrypt(secret, secondFactorKey(services.secret, accountId));
  if (plain === undefined) throw new Error('a second factor was encrypted with another secret');
  return Buffer.from(plain, 'hex');
}

function makeRecoveryCodes({ secret }: IdentityServices, accountId: string) {
  const plain = newRecoveryCodes();
  const hashes = plain.map((code) => hashRecoveryCode(normalizeCode(code), { secret, accountId }));
  return { plain, hashes };
}

export async function findEmail(db: Db, accountId: string): Promise<string> {
  const found = await sql<{ email: string }>`
    select email from auth.account where id = ${accountId}
  `.execute(db);
  return found.rows[0]?.email ?? '';
}
