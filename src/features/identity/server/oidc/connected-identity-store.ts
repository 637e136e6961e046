/** External identities connected to accounts. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Db, Tx } from '#server/database/db.ts';

type Identity = { issuer: string; subject: string };

export type KnownAccount = { id: string; name: string; email: string; isDisabled: boolean };

export async function findAccountByIdentity(
  db: Db | Tx,
  { issuer, subject }: Identity,
): Promise<KnownAccount | undefined> {
  const found = await sql<KnownAccount>`
    select a.id, a.name, a.email, a.disabled_at is not null as "isDisabled"
    from auth.identity i
    join auth.account a on a.id = i.account_id
    where i.issuer = ${issuer} and i.subject = ${subject}
  `.execute(db);
  return found.rows[0];
}

/** False if the identity is already connected to an account. */
export async function connectIdentity(
  tx: Tx,
  accountId: string,
  { issuer, subject }: Identity,
  now: Instant,
): Promise<boolean> {
  const inserted = await sql`
    insert into auth.identity (issuer, subject, account_id, created_at)
    values (${issuer}, ${subject}, ${accountId}, ${now})
    on conflict do nothing
    returning issuer
  `.execute(tx);
  return inserted.rows.length > 0;
}

export async function hasIdentity(db: Db, accountId: string): Promise<boolean> {
  const found = await sql`
    select from auth.identity where account_id = ${accountId} limit 1
  `.execute(db);
  return found.rows.length > 0;
}

/** Returns the issuers of the removed identities. */
export async function disconnectIdentities(tx: Tx, accountId: string): Promise<string[]> {
  const deleted = await sql<{ issuer: string }>`
    delete from auth.identity where account_id = ${accountId} returning issuer
  `.execute(tx);
  return deleted.rows.map(({ issuer }) => issuer);
}
