/**
 * One lock for each account decides what comes first: a session that begins, or a change of what it
 * rests on. Whatever changes how an account is signed in to takes it before anything else.
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

/** The same for its owner, whose session may have been ended by whoever had the lock before. */
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

/** What somebody proved, before their session begins. */
export type Proved =
  | {
      by: 'password';
      /** What it was compared with. */
      hash: string | null;
      /** `secret`: of the app a code came from. `session`: the token of one that had a code before. */
      secondFactor: 'none' | { secret: string } | { session: string };
    }
  | { by: 'passkey'; id: Id<'passkey'> }
  | { by: 'identity'; issuer: string; subject: string };

/**
 * Whether a session may begin on what was proved: until the end of the transaction all of it stays as
 * it is, and a change that comes after it finds the session, and ends it.
 */
export async function lockProof(tx: Tx, accountId: string, proved: Proved): Promise<boolean> {
  const able = await sql`
    select from auth.account where id = ${accountId} and disabled_at is null for share
  `.execute(tx);
  if (able.rows.length === 0) return false;
  // A statement of its own: it sees what the lock was waited for.
  const holds = await sql<{ holds: boolean }>`
    select ${conditionOf(accountId, proved)} as holds
  `.execute(tx);
  return holds.rows[0]?.holds === true;
}

function conditionOf(accountId: string, proved: Proved) {
  if (proved.by === 'passkey') {
    return sql`exists (
      select from auth.passkey where id = ${proved.id} and account_id = ${accountId})`;
  }
  if (proved.by === 'identity') {
    const { issuer, subject } = proved;
    return sql`exists (
      select from auth.identity where account_id = ${accountId}
        and issuer = ${issuer} and subject = ${subject})`;
  }
  const { hash, secondFactor } = proved;
  return sql`exists (
    select from auth.account where id = ${accountId} and password_hash = ${hash}
  ) and ${conditionOfFactor(accountId, secondFactor)}`;
}

type SecondFactor = Extract<Proved, { by: 'password' }>['secondFactor'];

function conditionOfFactor(accountId: string, secondFactor: SecondFactor) {
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
