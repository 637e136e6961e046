/** Stores an account's TOTP secret, recovery codes and failed attempts. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Db, Tx } from '#server/database/db.ts';

export type SecondFactor = {
  /** Encrypted. */
  secret: string;
  /** Null during set-up. */
  confirmedAt: Instant | null;
};

export async function findSecondFactor(
  db: Db,
  accountId: string,
): Promise<SecondFactor | undefined> {
  const found = await sql<SecondFactor>`
    select secret, confirmed_at as "confirmedAt" from auth.second_factor
    where account_id = ${accountId}
  `.execute(db);
  return found.rows[0];
}

export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const found = await findSecondFactor(db, accountId);
  return found !== undefined && found.confirmedAt !== null;
}

/** Replaces an unconfirmed one; false if there is a confirmed one. */
export async function beginSecondFactor(
  db: Db,
  accountId: string,
  secret: string,
  now: Instant,
): Promise<boolean> {
  const begun = await sql`
    insert into auth.second_factor as f (account_id, secret, created_at)
    values (${accountId}, ${secret}, ${now})
    on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where f.confirmed_at is null
    returning account_id
  `.execute(db);
  return begun.rows.length > 0;
}

/** False if it was confirmed or replaced concurrently. */
export async function markConfirmed(
  tx: Tx,
  accountId: string,
  confirmed: { secret: string; step: number; now: Instant },
): Promise<boolean> {
  const changed = await sql`
    update auth.second_factor set confirmed_at = ${confirmed.now}, last_step = ${confirmed.step}
    where account_id = ${accountId} and secret = ${confirmed.secret} and confirmed_at is null
    returning account_id
  `.execute(tx);
  return changed.rows.length > 0;
}

/** Consumes a code's time step and all before; of two concurrent uses of a code, one succeeds. */
export async function consumeStep(
  db: Db,
  accountId: string,
  spent: { secret: string; step: number },
): Promise<boolean> {
  const changed = await sql`
    update auth.second_factor set last_step = ${spent.step}
    where account_id = ${accountId} and secret = ${spent.secret} and last_step < ${spent.step}
      and confirmed_at is not null
    returning account_id
  `.execute(db);
  return changed.rows.length > 0;
}

/** False if unknown or used; of several concurrent uses of a code, one succeeds. */
export async function consumeRecoveryCode(
  tx: Tx,
  accountId: string,
  hash: string,
  now: Instant,
): Promise<boolean> {
  const changed = await sql`
    update auth.recovery_code set used_at = ${now}
    where account_id = ${accountId} and hash = ${hash} and used_at is null
    returning account_id
  `.execute(tx);
  return changed.rows.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  // Locked first: the second of two concurrent replacements replaces the first one's codes.
  await sql`select from auth.second_factor where account_id = ${accountId} for update`.execute(tx);
  await sql`delete from auth.recovery_code where account_id = ${accountId}`.execute(tx);
  await sql`
    insert into auth.recovery_code (account_id, hash)
    select ${accountId}, hash from unnest(${hashes}::text[]) hash
  `.execute(tx);
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from auth.recovery_code
    where account_id = ${accountId} and used_at is null
  `.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** False if there was none. */
export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const changed = await sql`
    delete from auth.second_factor where account_id = ${accountId}
    returning confirmed_at is not null as "wasOn"
  `.execute(tx);
  return changed.rows.length > 0;
}

const attemptsBeforeLockout = 5;

/**
 * Who makes an attempt: `known` is a browser in which the owner has signed in before. The two are
 * counted apart, so that someone who has only the password cannot keep the owner out.
 */
export type AttemptFrom = 'stranger' | 'known';

const columns = {
  stranger: {
    attempts: sql.ref('attempts'),
    attemptedAt: sql.ref('attempted_at'),
    restsUntil: sql.ref('rests_until'),
  },
  known: {
    attempts: sql.ref('known_attempts'),
    attemptedAt: sql.ref('known_attempted_at'),
    restsUntil: sql.ref('known_rests_until'),
  },
};

/**
 * Counts an attempt before it is checked, so that concurrent ones count too. After five in a row
 * the account is locked for a minute, after every further five for twice as long, at most an hour.
 * Returns the seconds to wait, 0 if the attempt may be made.
 */
export async function countAttempt(db: Db, accountId: string, from: AttemptFrom): Promise<number> {
  const { attempts, attemptedAt, restsUntil } = columns[from];
  // One statement on one row: concurrent attempts wait for it and see each other's count.
  const next = sql`(1 + case when ${attemptedAt} > now() - interval '1 day' then ${attempts} else 0 end)`;
  const counted = await sql`
    update auth.second_factor
    set ${attempts} = ${next}, ${attemptedAt} = now(),
      ${restsUntil} = case when ${next} % ${attemptsBeforeLockout}::int = 0 then now()
        + least(60, power(2, least(10, ${next} / ${attemptsBeforeLockout}::int - 1))) * interval '1 minute' end
    where account_id = ${accountId} and (${restsUntil} is null or ${restsUntil} <= now())
    returning account_id
  `.execute(db);
  if (counted.rows.length > 0) return 0;
  const locked = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from ${restsUntil} - now())))::int as seconds
    from auth.second_factor where account_id = ${accountId}
  `.execute(db);
  return locked.rows[0]?.seconds ?? 0;
}

/** Called after a right code. */
export async function resetAttempts(db: Db, accountId: string, from: AttemptFrom): Promise<void> {
  const { attempts, restsUntil } = columns[from];
  await sql`
    update auth.second_factor set ${attempts} = 0, ${restsUntil} = null
    where account_id = ${accountId}
  `.execute(db);
}
