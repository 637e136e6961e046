import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';

export type Account = {
  id: string;
  name: string;
  passwordHash: string | null;
  isDisabled: boolean;
};

/** `email` must be in lower case, as stored. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const found = await sql<Account>`
    select id, name, password_hash as "passwordHash", disabled_at is not null as "isDisabled"
    from auth.account where email = ${email}
  `.execute(db);
  return found.rows[0];
}

/** False for a hub that no one has set up. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    it: boolean;
  }>`select exists (select from auth.account) as it`.execute(db);
  return rows[0]?.it === true;
}

export type NewAccount = {
  email: string;
  name: string;
  /** Null for an account that only signs in with the OIDC provider. */
  passwordHash: string | null;
  /** Whether a link sent to the address was used. */
  isEmailVerified: boolean;
};

/** Undefined if the address already has an account. */
export async function createAccount(
  tx: Tx,
  account: NewAccount,
  context: WriteContext,
): Promise<string | undefined> {
  const inserted = await sql<{ id: string }>`
    insert into auth.account (id, name, email, password_hash, is_email_verified, created_at)
    values (${context.newId()}, ${account.name}, ${account.email}, ${account.passwordHash},
      ${account.isEmailVerified}, ${context.now})
    on conflict (email) do nothing
    returning id
  `.execute(tx);
  return inserted.rows[0]?.id;
}

/** Called when a link that was only sent by mail is used. */
export async function setEmailVerified(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update auth.account set is_email_verified = true where id = ${accountId} and not is_email_verified
  `.execute(tx);
}

export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const found = await sql<{ hash: string | null }>`
    select password_hash as hash from auth.account where id = ${accountId}
  `.execute(db);
  return found.rows[0]?.hash ?? undefined;
}

/** False if the hash is no longer `before`. */
export async function replacePasswordHash(
  db: Db,
  accountId: string,
  before: string,
  after: string,
): Promise<boolean> {
  const renewed = await sql`
    update auth.account set password_hash = ${after}
    where id = ${accountId} and password_hash = ${before}
    returning id
  `.execute(db);
  return renewed.rows.length > 0;
}

/** Sets the chapter that the account's next session opens. */
export async function setLastChapter(
  tx: Tx,
  accountId: string,
  chapterId: Id<'chapter'>,
): Promise<void> {
  await sql`
    update auth.account set last_chapter_id = ${chapterId} where id = ${accountId}
  `.execute(tx);
}
