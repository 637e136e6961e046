import { type RawBuilder, sql } from 'kysely';
import type { Day, Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents, sumCents } from '#kit/money.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import type { ListedDebit } from '../contract.ts';
import { compareLastDueFirst, coverDebits } from '../cover.ts';

/** A debit that its wallet doesn't cover, or only in part. */
export type OpenDebit = {
  readonly id: Id<'transaction'>;
  readonly walletId: Id<'wallet'>;
  readonly ownerId: Id<'member'>;
  readonly currencyCode: Currency;
  readonly memberId: Id<'member'>;
  readonly expenseId: Id<'expense'> | null;
  /** What a charge asks of the owner. */
  readonly chargeItemId: Id<'charge-item'> | null;
  readonly description: string;
  readonly amount: Cents;
  /** By confirmed payments for its expense. */
  readonly paid: Cents;
  readonly open: Cents;
  readonly dueOn: Day;
  readonly at: Instant;
};

/** These, all of an owner, or those in US dollars of these owners or of everyone. */
type Wallets =
  | 'dollars'
  | { readonly walletIds: readonly Id<'wallet'>[] }
  | { readonly ownerId: Id<'member'> }
  | { readonly ownerIds: readonly Id<'member'>[] };

/** With what its wallet has. */
export type DebitRow = Omit<OpenDebit, 'open'> & {
  readonly balance: Cents;
  readonly kind: (typeof kinds)[number];
};

/** Read apart: each has an index that ends with what is due last. */
const kinds = ['charge', 'backdated', 'plain'] as const;

/** So many debits of a wallet are read first, and then ten times as many of each wallet that lacks more. */
const firstRead = 20;

/**
 * What wallets don't cover, as `coverDebits` defines it; of owners, what all their wallets in US dollars together
 * don't, and each in another currency. Reads only the last debits of those below zero; those of an instant in the
 * past (`until`), all.
 */
export async function readOpenDebits(
  db: Db,
  chapterId: Id<'chapter'>,
  wallets: Wallets,
  until?: Instant,
): Promise<OpenDebit[]> {
  const open: OpenDebit[] = [];
  let asked = wallets;
  for (let most = firstRead; ; most *= 10) {
    const rows = await (until
      ? readDebitsUntil(db, chapterId, asked, until)
      : readLastDebits(db, chapterId, asked, most));
    const walletIds: Id<'wallet'>[] = [];
    for (const [walletId, debits] of Map.groupBy(rows, (row) => row.walletId)) {
      const { last, isAll } = until ? { last: debits, isAll: true } : takeLast(debits, most);
      if (!isAll && lacks(last, balanceOf(debits))) walletIds.push(walletId);
      else open.push(...coverDebits(last, balanceOf(debits)).filter((debit) => debit.open > 0));
    }
    if (walletIds.length === 0) break;
    asked = { walletIds };
  }
  if (wallets !== 'dollars' && 'walletIds' in wallets) return open;
  const inDollars = open.filter(({ currencyCode }) => currencyCode === 'USD');
  if (inDollars.length === 0) return open;
  const others = open.filter(({ currencyCode }) => currencyCode !== 'USD');
  const ownerIds = [...new Set(inDollars.map(({ ownerId }) => ownerId))];
  const dollars = await readDollars(db, chapterId, ownerIds, until);
  return [...coverByOthers(inDollars, dollars), ...others];
}

/** What one wallet of a member lacks is covered by what their others have, first due first. */
function coverByOthers(
  debits: readonly OpenDebit[],
  balances: ReadonlyMap<Id<'member'>, Cents>,
): OpenDebit[] {
  return [...Map.groupBy(debits, ({ ownerId }) => ownerId)].flatMap(([ownerId, lacking]) => {
    const asked = lacking.map((debit) => ({ ...debit, amount: debit.open, paid: cents(0) }));
    const open = coverDebits(asked, balances.get(ownerId) ?? cents(0));
    const openOf = new Map(open.map((debit) => [debit.id, debit.open]));
    return lacking
      .map((debit) => ({ ...debit, open: openOf.get(debit.id) ?? debit.open }))
      .filter((debit) => debit.open > 0);
  });
}

/** What the wallets in US dollars of these owners, or of everyone, hold together; at an instant, or now. */
export async function readDollars(
  db: Db,
  chapterId: Id<'chapter'>,
  ownerIds: readonly Id<'member'>[] | undefined,
  until: Instant | undefined,
): Promise<ReadonlyMap<Id<'member'>, Cents>> {
  const { rows } = await sql<{ ownerId: Id<'member'>; balance: Cents }>`
    select w.owner_id as "ownerId", sum(${balanceAt(until)})::bigint as balance
    from wallet w
    join ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
    where w.chapter_id = ${chapterId} and w.currency_code = 'USD'
      and ${ownerIds ? sql`w.owner_id = any (${ownerIds}::uuid[])` : sql`true`}
    group by w.owner_id
  `.execute(db);
  return new Map(rows.map((row) => [row.ownerId, row.balance]));
}

/** What a wallet has, or had at an instant. */
const balanceAt = (until: Instant | undefined) =>
  until
    ? sql`(
        select coalesce(sum(s.amount_cents), 0)::bigint from wallet_transaction s
        where s.chapter_id = w.chapter_id and s.wallet_id = w.id and s.deleted_at is null
          and s.occurred_at <= ${until})`
    : sql`a.balance_cents`;

export function balanceOf([first]: readonly DebitRow[]): Cents {
  if (!first) throw new Error('a group has a row');
  return first.balance;
}

/** Of charges fewer are open at a time than of anything else, and each is found by a look of its own. */
const mostOf = (kind: DebitRow['kind'], most: number) => (kind === 'charge' ? most / 4 : most);

/** Where one kind may go on, what the others have beyond its end may not be the next. */
function takeLast(debits: readonly DebitRow[], most: number) {
  const ends = kinds.flatMap((kind) => {
    const ofKind = debits.filter((debit) => debit.kind === kind);
    return ofKind.length < mostOf(kind, most) ? [] : ofKind.toSorted(compareLastDueFirst).slice(-1);
  });
  const [end] = ends.toSorted(compareLastDueFirst);
  if (!end) return { last: debits, isAll: true };
  return { last: debits.filter((debit) => compareLastDueFirst(debit, end) <= 0), isAll: false };
}

/** Whether what is not paid of these debits adds up to less than what their wallet lacks. */
function lacks(debits: readonly DebitRow[], balance: Cents): boolean {
  return sumCents(debits.map(({ amount, paid }) => cents(amount - paid))) < -balance;
}

/** `paid`: what was paid by then, and not taken back by then. */
export const debitColumns = (
  until: Instant | 'infinity',
) => sql`d.id, d.user_id as "memberId", d.expense_id as "expenseId",
  case when d.is_charge then d.id end as "chargeItemId",
  case when d.is_charge then 'charge' when d.is_backdated then 'backdated' else 'plain' end as kind, d.description, d.amount_cents as amount,
  d.occurred_at as at, d.due_on as "dueOn",
  least(d.amount_cents, coalesce((
    select sum(c.amount_cents)
    from payment p
    join wallet_transaction c on c.chapter_id = p.chapter_id and c.payment_id = p.id
    where p.chapter_id = d.chapter_id and p.expense_id = d.expense_id
      and (p.status = 'confirmed' or p.taken_back_at > ${until})
      and c.wallet_id = d.wallet_id and c.amount_cents > 0 and c.deleted_at is null and c.occurred_at <= ${until}
  ), 0)) as paid`;
/** The limit keeps the planner from beginning with all debits of the chapter, which it may without statistics. */
const debitOf = (table: 'i' | 't') => sql`
  select * from wallet_debits('infinity') d
  where d.chapter_id = ${sql.ref(table)}.chapter_id and d.id = ${sql.ref(table)}.id
  limit 1`;
export const walletColumns = sql`w.id as "walletId", w.owner_id as "ownerId", w.currency_code as "currencyCode"`;

/** Which wallets is found first: among few, the planner may look for the debits of each with each account. */
async function readLastDebits(
  db: Db,
  chapterId: Id<'chapter'>,
  wallets: Wallets,
  most: number,
): Promise<DebitRow[]> {
  const { rows } = await sql<DebitRow>`
    with lacking as materialized (
      select w.*, a.balance_cents as balance
      from wallet w
      join ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
      where w.chapter_id = ${chapterId} and a.balance_cents < 0 and ${isOneOf(wallets)}
    )
    select ${walletColumns}, w.balance, last.*
    from lacking w
    cross join lateral (
      (
        select ${debitColumns('infinity')}
        from wallet_debits('infinity') d
        where d.chapter_id = w.chapter_id and d.wallet_id = w.id and not d.is_charge and not d.is_backdated
        order by d.occurred_at desc, d.id desc
        limit ${most}
      )
      union all
      (
        select ${debitColumns('infinity')}
        from wallet_transaction t
        cross join lateral (${debitOf('t')}) d
        where t.chapter_id = w.chapter_id and t.wallet_id = w.id and t.deleted_at is null
          and t.amount_cents < 0 and t.created_at > t.occurred_at
        order by t.created_at desc, t.id desc
        limit ${most}
      )
      union all
      (
        select ${debitColumns('infinity')}
        from charge_item i
        cross join lateral (${debitOf('i')}) d
        where i.chapter_id = w.chapter_id and i.member_id = w.owner_id and d.wallet_id = w.id
        order by i.due_on desc, i.id desc
        limit ${mostOf('charge', most)}
      )
    ) last
  `.execute(db);
  return rows;
}

/** All that stood against wallets at an instant, with what they had then. */
async function readDebitsUntil(
  db: Db,
  chapterId: Id<'chapter'>,
  wallets: Wallets,
  until: Instant,
): Promise<DebitRow[]> {
  const { rows } = await sql<DebitRow>`
    select ${walletColumns}, b.balance, ${debitColumns(until)}
    from wallet w
    cross join lateral (select ${balanceAt(until)} as balance) b
    join wallet_debits(${until}) d on d.chapter_id = w.chapter_id and d.wallet_id = w.id
    where w.chapter_id = ${chapterId} and b.balance < 0 and ${isOneOf(wallets)}
  `.execute(db);
  return rows;
}

export function isOneOf(wallets: Wallets): RawBuilder<boolean> {
  if (wallets === 'dollars') return sql`w.currency_code = 'USD'`;
  if ('walletIds' in wallets) return sql`w.id = any (${wallets.walletIds}::uuid[])`;
  if ('ownerId' in wallets) return sql`w.owner_id = ${wallets.ownerId}`;
  return sql`w.owner_id = any (${wallets.ownerIds}::uuid[]) and w.currency_code = 'USD'`;
}

/** What is due first comes first. */
export function compareFirstDueFirst(one: OpenDebit, other: OpenDebit): number {
  return compareLastDueFirst(other, one);
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
    .sort(compareFirstDueFirst)
    .slice(request.skip, request.skip + request.take)
    .map(({ id, walletId, currencyCode, description, at, dueOn, amount, open }) => ({
      id,
      walletId,
      currencyCode,
      description,
      date: at,
      dueOn,
      amount,
      open,
    }));
  return page(items, debits.length, request);
}
