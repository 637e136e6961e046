/** Identities of accounts at other issuers: `auth.account` with the issuer as its provider. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

type Identity = { issuer: string; subject: string };

export type KnownAccount = { id: string; name: string; email: string; isDisabled: boolean };

export async function findAccountByIdentity(
  db: Db | Tx,
  { issuer, subject }: Identity,
): Promise<KnownAccount | undefined> {
  const found = await sql<KnownAccount>`
    select u.id, u.name, u.email, u."disabledAt" is not null as "isDisabled"
    from auth.account a
    join auth."user" u on u.id = a."userId"
    where a."providerId" = ${issuer} and a."accountId" = ${subject}
  `.execute(db);
  return found.rows[0];
}

/** False when the identity belongs to an account already. */
export async function connectIdentity(
  tx: Tx,
  accountId: string,
  { issuer, subject }: Identity,
  by: { now: Instant; newId: NewId },
): Promise<boolean> {
  const made = await sql`
    insert into auth.account (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values (${by.newId()}, ${subject}, ${issuer}, ${accountId}, ${by.now}, ${by.now})
    on conflict ("providerId", "accountId") do nothing
    returning id
  `.execute(tx);
  return made.rows.length > 0;
}

/** How an account can be signed in to: whether by a password, and by which issuers' identities. */
export async function findSignIns(
  db: Db | Tx,
  accountId: string,
): Promise<{ passwordHash: string | undefined; issuers: string[] }> {
  const found = await sql<{ providerId: string; password: string | null }>`
    select "providerId", password from auth.account where "userId" = ${accountId}
  `.execute(db);
  const passwordHash = found.rows.find(({ providerId }) => providerId === 'credential')?.password;
  return {
    passwordHash: passwordHash ?? undefined,
    issuers: found.rows.map(({ providerId }) => providerId).filter((id) => id !== 'credential'),
  };
}

/** Takes away every identity but the password; whose they were. */
export async function deleteIdentities(tx: Tx, accountId: string): Promise<string[]> {
  const gone = await sql<{ issuer: string }>`
    delete from auth.account where "userId" = ${accountId} and "providerId" <> 'credential'
    returning "providerId" as issuer
  `.execute(tx);
  return gone.rows.map(({ issuer }) => issuer);
}
