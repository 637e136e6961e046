import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

/** How long a reset link works. */
export const resetLifetime = { minutes: 60 } as const;

export type ResetRequest = {
  id: Id<'reset'>;
  /** In lower case, as stored. */
  email: string;
  hash: string;
  requestedAt: Instant;
  expiresAt: Instant;
  /** Whether the link was only sent by mail, so that using it proves the address. */
  isMailed: boolean;
};

/**
 * Makes this the account's current request unless there is a newer one. Idempotent. Returns whether
 * its link should be mailed: false if no account signs in with the address and a password, and if
 * the request was replaced, used or has expired.
 */
export async function claimReset(db: Db, request: ResetRequest, now: Instant): Promise<boolean> {
  await sql`
    insert into auth.password_reset as kept (account_id, id, token_hash, requested_at, expires_at, is_mailed)
    select a.id, ${request.id}, ${request.hash}, ${request.requestedAt}, ${request.expiresAt},
      ${request.isMailed}
    from auth.account a
    where a.email = ${request.email} and a.password_hash is not null and a.disabled_at is null
    on conflict (account_id) do update
    set id = excluded.id, token_hash = excluded.token_hash, used_at = null,
      requested_at = excluded.requested_at, expires_at = excluded.expires_at,
      is_mailed = excluded.is_mailed
    where kept.requested_at < excluded.requested_at
  `.execute(db);
  return (await findReset(db, request, now)) !== undefined;
}

/** The request of a usable link. */
export async function findReset(
  db: Db | Tx,
  { id, hash }: { id: Id<'reset'>; hash: string },
  now: Instant,
): Promise<{ accountId: string; email: string } | undefined> {
  const found = await sql<{ accountId: string; email: string }>`
    select a.id as "accountId", a.email
    from auth.password_reset r
    join auth.account a on a.id = r.account_id and a.disabled_at is null
    where r.id = ${id} and r.token_hash = ${hash} and r.used_at is null and r.expires_at > ${now}
  `.execute(db);
  return found.rows[0];
}

export type ConsumedReset = {
  accountId: string;
  isMailed: boolean;
  /** Whether the account's address was already verified. */
  isEmailVerified: boolean;
};

/** Marks the request used; of several concurrent calls, one gets the account. */
export async function consumeReset(
  tx: Tx,
  { id, hash }: { id: Id<'reset'>; hash: string },
  now: Instant,
): Promise<ConsumedReset | undefined> {
  const used = await sql<ConsumedReset>`
    update auth.password_reset r set used_at = ${now}
    from auth.account a
    where a.id = r.account_id and a.disabled_at is null
      and r.id = ${id} and r.token_hash = ${hash} and r.used_at is null and r.expires_at > ${now}
    returning a.id as "accountId", r.is_mailed as "isMailed",
      a.is_email_verified as "isEmailVerified"
  `.execute(tx);
  return used.rows[0];
}

/**
 * Invalidates every reset link requested until now, including those whose mail has not been sent:
 * inserts a used request that is newer.
 */
export async function invalidateResets(
  tx: Tx,
  accountId: string,
  { now, newId }: { now: Instant; newId: NewId },
): Promise<void> {
  await sql`
    insert into auth.password_reset as kept
      (account_id, id, token_hash, requested_at, expires_at, used_at)
    values (${accountId}, ${newId()}, '', ${now}, ${now}, ${now})
    on conflict (account_id) do update
    set used_at = coalesce(kept.used_at, excluded.used_at),
      requested_at = greatest(kept.requested_at, excluded.requested_at)
  `.execute(tx);
}

/** Replaces the password, ends all sessions and revokes the members' calendar feeds. */
export async function replacePassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await sql`
    update auth.account set password_hash = ${passwordHash} where id = ${accountId}
  `.execute(tx);
  await sql`delete from auth.session where account_id = ${accountId}`.execute(tx);
  await sql`
    delete from hub.calendar_feed f using hub.member m
    where m.chapter_id = f.chapter_id and m.id = f.member_id and m.account_id = ${accountId}
  `.execute(tx);
}
