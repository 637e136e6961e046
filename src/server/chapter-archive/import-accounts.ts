/** Finds or adds the accounts of an imported chapter's members. */
import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { CommandError } from '../config/command-error.ts';
import { copyRows } from '../database/copy-rows.ts';
import type { NewId } from '../database/ids.ts';

export type MatchedAccounts = { readonly matched: number; readonly added: number };

/**
 * Accounts are the same if their email is. One whose owner never proved to read the email is not
 * given a chapter's data: the import is refused and names it, unless the operator vouches for it.
 */
export async function importAccounts(
  client: pg.Client,
  rows: AsyncIterable<Buffer>,
  {
    passwordHash,
    vouchedEmails,
    now,
    newId,
  }: { passwordHash: string; vouchedEmails: readonly string[]; now: Instant; newId: NewId },
): Promise<MatchedAccounts> {
  await client.query(
    `create temp table staged_account
      (email text primary key, name text not null, is_email_verified boolean not null) on commit drop`,
  );
  await copyRows(client, 'copy staged_account (email, name, is_email_verified) from stdin', rows);
  const unproved = await client.query<{ email: string }>(
    `select a.email from auth.account a join staged_account s on s.email = a.email
    where not a.is_email_verified and a.email <> all ($1) order by 1`,
    [vouchedEmails],
  );
  if (unproved.rows.length > 0) {
    const emails = unproved.rows.map(({ email }) => email);
    throw new CommandError(
      `These accounts of the server that the chapter comes to never verified their email, so they may be someone else's: ${emails.join(', ')}. Let their owners reset their password there by email. If you know that they are the same people, run the command again with --same-person and each email: --same-person ${emails.join(' ')}`,
    );
  }
  const missing = await client.query<{ email: string }>(
    `select s.email from staged_account s
    where not exists (select from auth.account a where a.email = s.email) order by 1`,
  );
  const ids = missing.rows.map(({ email }) => ({ email, id: newId() }));
  await client.query(
    `insert into auth.account (id, name, email, is_email_verified, password_hash, created_at)
    select n.id, s.name, s.email, s.is_email_verified, $2, $3
    from json_to_recordset($1) as n (email text, id text) join staged_account s on s.email = n.email`,
    [JSON.stringify(ids), passwordHash, now],
  );
  const { rows: counted } = await client.query('select count(*)::int as all from staged_account');
  return { matched: counted[0].all - ids.length, added: ids.length };
}
