import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

/** How long the link to choose another password works. */
export const resetLifetime = { minutes: 60 } as const;

export type ResetRequest = {
  id: Id<'reset'>;
  /** In lower case, as accounts are kept. */
  email: string;
  hash: string;
  requestedAt: Instant;
  expiresAt: Instant;
  /** Whether nobody can have the link but whoever reads the mail of the address. */
  isMailed: boolean;
};

/**
 * Makes a request the account's newest, unless there is a newer one; a request made before is not
 * made again. Whether its link is to be mailed: false where no account signs in by password with
 * the address, and when the request was replaced, used, or is too old.
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

/** The request of a link that can still be used. */
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
  /** Whether the account's address was proved before. */
  isEmailVerified: boolean;
};

/** Uses a request up: of several at once, only one gets the account. */
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
 * Whatever link was asked for until now works no more, nor does one whose mail is still to be written:
 * a request made now, and used, is newer than theirs.
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

/**
 * The account's password is this one now, and nobody is signed in to it, nor reads a calendar by an
 * address of its members.
 */
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
