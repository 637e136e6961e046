/** The second factor of an account: set up, asked for, turned off. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { SecondFactorView } from '../../factor-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { deleteOtherSessions, type Own, verifyPassword } from '../accounts/own-account.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import { decryptStored, type EncryptionKey, encrypt } from '../shared/encryption.ts';
import {
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

export type CurrentProof = { currentPassword: string; code?: string | undefined };

// Not 401, which would say that the session is over.
const wrongCode = refuse('invalid', 'wrong_code', 'Wrong or already used code.', {
  field: 'code',
});
const isOn = refuse('conflict', 'second_factor_on', 'Two-step verification is already on');
const isOff = refuse('conflict', 'second_factor_off', 'Two-step verification is off');

export async function viewSecondFactor(db: Db, { accountId }: Own): Promise<SecondFactorView> {
  const found = await findSecondFactor(db, accountId);
  return {
    since: found?.confirmedAt ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, accountId),
    hasPassword: (await findPasswordHash(db, accountId)) !== undefined,
  };
}

/** Nothing is asked for until `confirm` saw that the person's app has the secret. */
export async function begin(
  services: IdentityServices,
  own: Own,
  currentPassword: string,
  now: Instant,
): Promise<Result<{ secret: string; uri: string }>> {
  const proved = await verifyPassword(services.db, own, currentPassword);
  if (!proved.ok) return proved;
  const plain = newTotpSecret();
  const secret = encrypt(plain.toString('hex'), encryptionKey(services, own.accountId));
  if (!(await beginSecondFactor(services.db, own.accountId, secret, now))) return isOn;
  const uri = totpUri(plain, await emailOf(services.db, own.accountId));
  return ok({ secret: encodeBase32(plain), uri });
}

/** Whoever is signed in by the password alone is signed out, but here. */
export async function confirm(
  services: IdentityServices,
  own: Own,
  typed: string,
  context: WriteContext,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId } = own;
  const pending = await findSecondFactor(services.db, accountId);
  if (!pending) return isOff;
  if (pending.confirmedAt !== null) return isOn;
  const step = findStep(
    decryptSecret(services, accountId, pending),
    normalizeCode(typed),
    context.now,
  );
  if (step === undefined) return wrongCode;
  const codes = makeRecoveryCodes(services, accountId);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    const { secret } = pending;
    if (!(await markConfirmed(tx, accountId, { secret, step, now: context.now }))) return isOn;
    await replaceRecoveryCodes(tx, accountId, codes.hashes);
    await deleteOtherSessions(tx, own);
    await auditAccount(tx, accountId, context, { action: 'account.second-factor-on' });
    await queueAccountNotice(tx, services, { accountId, change: 'second-factor-on' }, context);
    return ok({ recoveryCodes: codes.plain });
  });
}

export async function renewRecoveryCodes(
  services: IdentityServices,
  own: Own,
  proof: CurrentProof,
  context: WriteContext,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const proved = await prove(services, own, proof, context);
  if (!proved.ok) return proved;
  if (!proved.value.hasSecondFactor) return isOff;
  const { accountId } = own;
  const codes = makeRecoveryCodes(services, accountId);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    await replaceRecoveryCodes(tx, accountId, codes.hashes);
    await auditAccount(tx, accountId, context, { action: 'account.recovery-codes-new' });
    await queueAccountNotice(tx, services, { accountId, change: 'recovery-codes-new' }, context);
    return ok({ recoveryCodes: codes.plain });
  });
}

export async function remove(
  services: IdentityServices,
  own: Own,
  proof: CurrentProof,
  context: WriteContext,
): Promise<Result<undefined>> {
  const proved = await prove(services, own, proof, context);
  if (!proved.ok) return proved;
  if (!proved.value.hasSecondFactor) return isOff;
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, own);
    if (!locked.ok) return locked;
    const { accountId } = own;
    if (!(await deleteSecondFactor(tx, accountId))) return isOff;
    await auditAccount(tx, accountId, context, { action: 'account.second-factor-off' });
    await queueAccountNotice(tx, services, { accountId, change: 'second-factor-off' }, context);
    return ok(undefined);
  });
}

/** That it is the person and not just their open browser: the password, and a code where one is due. */
export async function prove(
  services: IdentityServices,
  own: Own,
  { currentPassword, code }: CurrentProof,
  context: WriteContext,
): Promise<Result<{ hasSecondFactor: boolean }>> {
  const proved = await verifyPassword(services.db, own, currentPassword);
  if (!proved.ok) return proved;
  const factor = await findSecondFactor(services.db, own.accountId);
  if (!factor || factor.confirmedAt === null) return ok({ hasSecondFactor: false });
  if (code === undefined) return codeRequired;
  const spent = await consumeCode(services, own.accountId, code, context);
  return spent.ok ? ok({ hasSecondFactor: true }) : spent;
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
 * Uses up a code of the app or a recovery code. Refuses what is wrong and what was used before
 * alike (`wrong_code`), and everything for a while after five wrong ones (429).
 */
export async function consumeCode(
  services: IdentityServices,
  accountId: string,
  typed: string,
  context: WriteContext,
): Promise<Result<undefined>> {
  const retryAfterSeconds = await countAttempt(services.db, accountId);
  if (retryAfterSeconds > 0) {
    const message = `Too many wrong codes. Try again in ${retryAfterSeconds} s.`;
    return refuse('too-many', 'too_many_attempts', message, { details: { retryAfterSeconds } });
  }
  const plain = normalizeCode(typed);
  const isRight = isAppCode(plain)
    ? await tryAppCode(services, accountId, plain, context.now)
    : await tryRecoveryCode(services, accountId, plain, context);
  if (!isRight) return wrongCode;
  await resetAttempts(services.db, accountId);
  return ok(undefined);
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
  const spent = await inTransaction(services.db, async (tx) => {
    if (!(await consumeRecoveryCode(tx, accountId, hash, context.now))) return ok(false);
    const left = await countRecoveryCodes(tx, accountId);
    await auditAccount(tx, accountId, context, {
      action: 'account.recovery-code-used',
      after: { left },
    });
    return ok(true);
  });
  return spent.ok && spent.value;
}

function decryptSecret(
  services: IdentityServices,
  accountId: string,
  { secret }: { secret: string },
): Buffer {
  const plain = decryptStored(secret, encryptionKey(services, accountId));
  if (plain === undefined) throw new Error('a second factor was encrypted with another secret');
  return Buffer.from(plain, 'hex');
}

/** Also of the account, so that nobody's secret can be put in another's place. */
function encryptionKey({ secret }: IdentityServices, accountId: string): EncryptionKey {
  return { secret, purpose: `hub: the second factor of ${accountId}` };
}

function makeRecoveryCodes({ secret }: IdentityServices, accountId: string) {
  const plain = newRecoveryCodes();
  const hashes = plain.map((code) => hashRecoveryCode(normalizeCode(code), { secret, accountId }));
  return { plain, hashes };
}

async function emailOf(db: Db, accountId: string): Promise<string> {
  const found = await sql<{ email: string }>`
    select email from auth.account where id = ${accountId}
  `.execute(db);
  return found.rows[0]?.email ?? '';
}
