import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents, sumCents } from '#kit/money.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import type { ListedDebit } from '../contract.ts';
import { compareNewestFirst, coverDebits } from '../cover.ts';

/** A debit that its wallet doesn't cover, or only in part. */
export type OpenDebit = {
  readonly id: Id<'transaction'>;
  readonly walletId: Id<'wallet'>;
  readonly ownerId: Id<'member'>;
  readonly currencyCode: Currency;
  readonly memberId: Id<'member'>;
  readonly expenseId: Id<'expense'> | null;
  readonly description: string;
  readonly amount: Cents;
  /** By confirmed payments for its expense. */
  readonly paid: Cents;
  readonly open: Cents;
  readonly at: Instant;
};

/** All of the chapter, these, all of an owner, or those in US dollars of these owners. */
type Wallets =
  | 'all'
  | { readonly walletIds: readonly Id<'wallet'>[] }
  | { readonly ownerId: Id<'member'> }
  | { readonly ownerIds: readonly Id<'member'>[] };

type Row = Omit<OpenDebit, 'open'> & { readonly balance: Cents };

/** So many debits of a wallet are read first, and then ten times as many of each wallet that lacks more. */
const firstRead = 20;

/** What wallets don't cover, as `coverDebits` defines it. Reads only the newest debits of those below zero. */
export async function readOpenDebits(
  db: Db,
  chapterId: Id<'chapter'>,
  wallets: Wallets,
): Promise<OpenDebit[]> {
  const open: OpenDebit[] = [];
  let asked = wallets;
  for (let most = firstRead; ; most *= 10) {
    const rows = await readNewestDebits(db, chapterId, asked, most);
    const walletIds: Id<'wallet'>[] = [];
    for (const [walletId, debits] of Map.groupBy(rows, (row) => row.walletId)) {
      if (debits.length === most && lacks(debits)) walletIds.push(walletId);
      else open.push(...coverDebits(debits, balanceOf(debits)).filter((debit) => debit.open > 0));
    }
    if (walletIds.length === 0) return open;
    asked = { walletIds };
  }
}

function balanceOf([first]: readonly Row[]): Cents {
  if (!first) throw new Error('a group has a row');
  return first.balance;
}

/** Whether what is not paid of these debits adds up to less than what their wallet lacks. */
function lacks(debits: readonly Row[]): boolean {
  return sumCents(debits.map(({ amount, paid }) => cents(amount - paid))) < -balanceOf(debits);
}

async function readNewestDebits(
  db: Db,
  chapterId: Id<'chapter'>,
  wallets: Wallets,
  most: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.id as "walletId", w.owner_id as "ownerId", w.currency_code as "currencyCode", a.balance_cents as balance, newest.*
    from wallet w
    join ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
    cross join lateral (
      select d.id, d.user_id as "memberId", t.expense_id as "expenseId", t.description,
        d.amount_cents as amount, d.occurred_at as at,
        least(d.amount_cents, coalesce((
          select sum(c.amount_cents)
          from payment p
          join wallet_transaction c on c.chapter_id = p.chapter_id and c.payment_id = p.id
          where p.chapter_id = d.chapter_id and p.expense_id = t.expense_id and p.status = 'confirmed'
            and c.wallet_id = d.wallet_id and c.amount_cents > 0 and c.deleted_at is null
        ), 0)) as paid
      from wallet_debit d
      join wallet_transaction t on t.chapter_id = d.chapter_id and t.id = d.id
      where d.chapter_id = w.chapter_id and d.wallet_id = w.id
      order by d.occurred_at desc, d.id desc
      limit ${most}
    ) newest
    where w.chapter_id = ${chapterId} and a.balance_cents < 0 and ${isOneOf(wallets)}
  `.execute(db);
  return rows;
}

function isOneOf(wallets: Wallets): RawBuilder<boolean> {
  if (wallets === 'all') return sql`true`;
  if ('walletIds' in wallets) return sql`w.id = any (${wallets.walletIds}::uuid[])`;
  if ('ownerId' in wallets) return sql`w.owner_id = ${wallets.ownerId}`;
  return sql`w.owner_id = any (${wallets.ownerIds}::uuid[]) and w.currency_code = 'USD'`;
}

/** Members with an open debit, and when the oldest of theirs was posted; the longest open first. */
export async function listDebtors(
  db: Db,
  chapterId: Id<'chapter'>,
): Promise<{ memberId: Id<'member'>; since: Instant }[]> {
  const debits = await readOpenDebits(db, chapterId, 'all');
  const oldestFirst = debits.sort((one, other) => compareNewestFirst(other, one));
  const since = new Map<Id<'member'>, Instant>();
  for (const { ownerId, at } of oldestFirst) if (!since.has(ownerId)) since.set(ownerId, at);
  return [...since].map(([memberId, at]) => ({ memberId, since: at }));
}

/** What a member's wallets don't cover: what is paid next comes first. Undefined if there is no such member. */
export async function listOpenDebits(
  db: Db,
  chapterId: Id<'chapter'>,
  ownerId: Id<'member'>,
  request: PageRequest,
): Promise<Page<ListedDebit> | undefined> {
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', ownerId)
    .executeTakeFirst();
  if (!member) return undefined;
  const debits = await readOpenDebits(db, chapterId, { ownerId });
  const items = debits
    .sort((one, other) => compareNewestFirst(other, one))
    .slice(request.skip, request.skip + request.take)
    .map(({ id, walletId, currencyCode, description, at, amount, open }) => ({
      id,
      walletId,
      currencyCode,
      description,
      date: at,
      amount,
      open,
    }));
  return page(items, debits.length, request);
}
