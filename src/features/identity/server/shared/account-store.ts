import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

export type Account = {
  id: string;
  name: string;
  passwordHash: string | null;
  isDisabled: boolean;
};

/** `email` in lower case, as accounts are kept. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const found = await sql<Account>`
    select u.id, u.name, a.password as "passwordHash", u."disabledAt" is not null as "isDisabled"
    from auth."user" u
    left join auth.account a on a."userId" = u.id and a."providerId" = 'credential'
    where u.email = ${email}
  `.execute(db);
  return found.rows[0];
}

export type NewAccount = {
  email: string;
  name: string;
  passwordHash: string;
  /** Whether the address was proved, by a link that reached it. */
  isEmailVerified: boolean;
};

/** An account that signs in with a password; undefined when the address has an account already. */
export async function createAccount(
  tx: Tx,
  account: NewAccount,
  by: { now: Instant; newId: NewId },
): Promise<string | undefined> {
  const id = by.newId();
  if (!(await insertUser(tx, { ...account, id }, by.now))) return undefined;
  await sql`
    insert into auth.account
      (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    values (${by.newId()}, ${id}, 'credential', ${id}, ${account.passwordHash}, ${by.now}, ${by.now})
  `.execute(tx);
  return id;
}

/** False when the address has an account already: an address is one person's. */
export async function insertUser(
  tx: Tx,
  user: Omit<NewAccount, 'passwordHash'> & { id: string },
  now: Instant,
): Promise<boolean> {
  const made = await sql`
    insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${user.id}, ${user.name}, ${user.email}, ${user.isEmailVerified}, ${now}, ${now})
    on conflict (email) do nothing
    returning id
  `.execute(tx);
  return made.rows.length > 0;
}

/** A link that only the address's mail carried came back. */
export async function setEmailVerified(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update auth."user" set "emailVerified" = true where id = ${accountId} and not "emailVerified"
  `.execute(tx);
}

export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const found = await sql<{ password: string | null }>`
    select password from auth.account
    where "userId" = ${accountId} and "providerId" = 'credential'
  `.execute(db);
  return found.rows[0]?.password ?? undefined;
}

/** Another hash of the same password; false when the account has a different one by now. */
export async function renewPasswordHash(
  db: Db,
  accountId: string,
  before: string,
  after: string,
): Promise<boolean> {
  const renewed = await sql`
    update auth.account set password = ${after}, "updatedAt" = now()
    where "userId" = ${accountId} and "providerId" = 'credential' and password = ${before}
    returning id
  `.execute(db);
  return renewed.rows.length > 0;
}

/** The chapter that the account's next session opens. */
export async function setLastChapter(tx: Tx, accountId: string, chapterId: string): Promise<void> {
  await sql`
    update auth."user" set "lastChapterId" = ${chapterId} where id = ${accountId}
  `.execute(tx);
}
