/**
 * One lock per account orders new sessions and changes to how the account signs in. Every such
 * change takes it before anything else.
 */
import { sql } from 'kysely';
import type { SignedIn } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import { unauthenticated } from '../sessions/identify.ts';

export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select from auth.account where id = ${accountId} for no key update`.execute(tx);
}

/** The same on behalf of the owner, whose session may have ended while waiting for the lock. */
export async function lockOwnAccount(
  tx: Tx,
  { accountId, sessionId }: SignedIn,
): Promise<Result<undefined>> {
  await lockAccount(tx, accountId);
  const living = await sql`
    select from auth.session
    where id = ${sessionId} and account_id = ${accountId} and expires_at > now()
  `.execute(tx);
  return living.rows.length > 0 ? ok(undefined) : unauthenticated;
}

/** What was verified before a session begins. */
export type SignInProof =
  | {
      by: 'password';
      /** The hash the password matched. */
      hash: string | null;
      /**
       * `secret`: of the authenticator app that made the code. `session`: the token of a session
       * that was started with a code.
       */
      secondFactor: 'none' | { secret: string } | { session: string };
    }
  | { by: 'passkey'; id: Id<'passkey'> }
  | { by: 'identity'; issuer: string; subject: string };

/**
 * Whether the proof still holds, so that a session may begin. It then holds until the end of the
 * transaction: a later change finds the session and ends it.
 */
export async function lockProof(tx: Tx, accountId: string, proof: SignInProof): Promise<boolean> {
  const enabled = await sql`
    select from auth.account where id = ${accountId} and disabled_at is null for share
  `.execute(tx);
  if (enabled.rows.length === 0) return false;
  // A separate statement, so that it sees the changes the lock waited for.
  const isValid = await sql<{ isValid: boolean }>`
    select ${buildProofCondition(accountId, proof)} as "isValid"
  `.execute(tx);
  return isValid.rows[0]?.isValid === true;
}

function buildProofCondition(accountId: string, proof: SignInProof) {
  if (proof.by === 'passkey') {
    return sql`exists (
      select from auth.passkey where id = ${proof.id} and account_id = ${accountId})`;
  }
  if (proof.by === 'identity') {
    const { issuer, subject } = proof;
    return sql`exists (
      select from auth.identity where account_id = ${accountId}
        and issuer = ${issuer} and subject = ${subject})`;
  }
  const { hash, secondFactor } = proof;
  return sql`exists (
    select from auth.account where id = ${accountId} and password_hash = ${hash}
  ) and ${buildFactorCondition(accountId, secondFactor)}`;
}

type SecondFactor = Extract<SignInProof, { by: 'password' }>['secondFactor'];

function buildFactorCondition(accountId: string, secondFactor: SecondFactor) {
  if (secondFactor === 'none') {
    return sql`not exists (
      select from auth.second_factor where account_id = ${accountId} and confirmed_at is not null)`;
  }
  if ('secret' in secondFactor) {
    return sql`exists (
      select from auth.second_factor where account_id = ${accountId}
        and secret = ${secondFactor.secret} and confirmed_at is not null)`;
  }
  return sql`exists (
    select from auth.session where account_id = ${accountId}
      and token = ${secondFactor.session} and expires_at > now())`;
}
