import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Passkey } from '../../factor-contract.ts';

export type KnownCredential = {
  id: Id<'passkey'>;
  accountId: string;
  /** COSE, base64url. */
  publicKey: string;
  transports: string[];
};

export async function listPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  const found = await sql<Passkey>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.passkey where account_id = ${accountId} order by id
  `.execute(db);
  return found.rows;
}

/** Credentials that an authenticator must not create again. */
export async function listCredentialIds(db: Db, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select credential_id as id from auth.passkey where account_id = ${accountId} order by id
  `.execute(db);
  return found.rows.map(({ id }) => id);
}

export async function findCredential(
  db: Db,
  credentialId: string,
): Promise<KnownCredential | undefined> {
  const found = await sql<KnownCredential>`
    select id, account_id as "accountId", public_key as "publicKey", transports
    from auth.passkey where credential_id = ${credentialId}
  `.execute(db);
  return found.rows[0];
}

/** False if the credential is already registered, to any account. */
export async function insertPasskey(
  tx: Tx,
  passkey: {
    id: Id<'passkey'>;
    accountId: string;
    credentialId: string;
    publicKey: string;
    counter: number;
    transports: readonly string[];
    name: string;
    now: Instant;
  },
): Promise<boolean> {
  const inserted = await sql`
    insert into auth.passkey
      (id, account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.id}, ${passkey.accountId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.transports}::text[], ${passkey.name}, ${passkey.now})
    on conflict (credential_id) do nothing
    returning id
  `.execute(tx);
  return inserted.rows.length > 0;
}

/**
 * Stores the signature counter; false if it did not increase, as with a cloned authenticator.
 * Authenticators without a counter always report zero.
 */
export async function updateCounter(
  db: Db,
  id: Id<'passkey'>,
  { counter, now }: { counter: number; now: Instant },
): Promise<boolean> {
  const used = await sql`
    update auth.passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning id
  `.execute(db);
  return used.rows.length > 0;
}

/** Returns its name; undefined if the account has no such passkey. */
export async function deletePasskey(
  tx: Tx,
  accountId: string,
  id: Id<'passkey'>,
): Promise<string | undefined> {
  const deleted = await sql<{ name: string }>`
    delete from auth.passkey where id = ${id} and account_id = ${accountId} returning name
  `.execute(tx);
  return deleted.rows[0]?.name;
}

export async function deletePasskeys(tx: Tx, accountId: string): Promise<number> {
  const deleted = await sql`
    delete from auth.passkey where account_id = ${accountId} returning id
  `.execute(tx);
  return deleted.rows.length;
}
