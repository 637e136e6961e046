/** Pages of a wallet's visible transactions. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { selectFileIds } from '#features/files/server/store.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, readShownAmounts, zeroCents } from '#kit/money.ts';
import { isDescending, type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/text-search.ts';
import type { ListedTransaction, TransactionSort } from '../contract.ts';
import { readOpenDebits } from './open-debits.ts';
import {
  selectBookedBy,
  type TransactionRow,
  toTransaction,
  transactionColumns,
} from './transaction-row.ts';

export type TransactionRequest = PageRequest &
  SortRequest<TransactionSort> & { readonly searchTerm?: string | undefined };

/**
 * A wallet's transactions, newest first by default; undefined if there is no such wallet. The
 * search covers description and reference. Without a search, the ledger knows the count, and in
 * date order each transaction has the balance after it.
 *
 * Count, balance and rows come from a single statement, and are consistent. What is open is read after it,
 * and may already be that after another transaction.
 */
export async function listTransactions(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  request: TransactionRequest,
): Promise<Page<ListedTransaction> | undefined> {
  const match = matchingTransactions(request.searchTerm);
  const order = buildOrder(request);
  const asked = { chapterId, walletId, order, skip: request.skip, take: request.take };
  const statement = match ? selectMatchingPage(asked, match) : selectPage(asked);
  const { rows } = await statement.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const shown = rows.filter((row) => row.id !== null);
  const open = await readOpenAmounts(db, chapterId, walletId, first.balance_cents);
  const items = shown.map((row) => ({
    ...toTransaction(row),
    bookedBy: row.booked_by,
    balanceAfter: null,
    open: row.is_debit ? (open.get(row.id) ?? zeroCents) : null,
    receiptCount: row.receipt_count,
  }));
  if (match || !order.isByTime) return page(items, first.total, request);
  return page(withBalances(items, first, order.isFalling), first.total, request);
}

/** What is open of the wallet's debits, by their ids; nothing of those that are missing. */
async function readOpenAmounts(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  balance: Cents,
): Promise<ReadonlyMap<Id<'transaction'>, Cents>> {
  if (balance >= 0) return new Map();
  const open = await readOpenDebits(db, chapterId, { walletIds: [walletId] });
  return new Map(open.map((debit) => [debit.id, debit.open]));
}

type Order = {
  readonly isByTime: boolean;
  readonly isFalling: boolean;
  readonly by: RawBuilder<unknown>;
  /** Columns the order requires, including the id. */
  readonly needs: RawBuilder<unknown>;
};

/** Ties are always newest first, so that the order is total. */
function buildOrder(request: SortRequest<TransactionSort>): Order {
  const { sort } = request;
  const isFalling = isDescending(request);
  const direction = isFalling ? sql`desc` : sql`asc`;
  if (sort === undefined || sort === 'date') {
    const by = sql`occurred_at ${direction}, id ${direction}`;
    return { isByTime: true, isFalling, by, needs: sql`occurred_at, id` };
  }
  const { column, key } = sortKeys[sort];
  return {
    isByTime: false,
    isFalling,
    by: sql`${key} ${direction} nulls last, occurred_at desc, id desc`,
    needs: sql`${sql.ref(column)}, occurred_at, id`,
  };
}

const sortKeys = {
  amount: { column: 'amount_cents', key: sql`amount_cents` },
  // Alphabetical: credit before debit.
  type: { column: 'amount_cents', key: sql`(amount_cents < 0)` },
  reference: { column: 'reference_id', key: sql`reference_id collate "und-x-icu"` },
  description: { column: 'description', key: sql`description collate "und-x-icu"` },
} satisfies Record<Exclude<TransactionSort, 'date'>, { column: string; key: RawBuilder<unknown> }>;

/** A text, or an amount as the list shows it: a wallet has one currency. */
function matchingTransactions(searchTerm = ''): RawBuilder<SqlBool> | undefined {
  const texts = matching(searchTerm, ['description', 'reference_id']);
  const [shown] = readShownAmounts(searchTerm);
  return texts && shown ? sql<SqlBool>`(${texts} or abs(amount_cents) = ${shown.amount})` : texts;
}

type PageQuery = PageRequest & {
  readonly chapterId: Id<'chapter'>;
  readonly walletId: Id<'wallet'>;
  readonly order: Order;
};

/** A row of the page, or one of nulls for an empty page; no row if there is no such wallet. */
type PageRow = TransactionRow & {
  booked_by: Id<'member'> | null;
  receipt_count: number;
  is_debit: boolean;
  total: number;
  balance_cents: Cents;
  skipped_cents: Cents;
};

const columns = sql.join([
  ...transactionColumns.map((column) => sql.ref(`shown.${column}`)),
  sql`${selectBookedBy('shown')} as booked_by`,
  sql`cardinality(${selectFileIds('transaction', 'shown.chapter_id', 'shown.id')}) as receipt_count`,
  sql`exists (select from wallet_debit debit
    where debit.chapter_id = shown.chapter_id and debit.id = shown.id) as is_debit`,
]);

/**
 * Ids and skipped amounts come from an index alone; only the page itself is read from the table.
 */
function selectPage({ chapterId, walletId, order, skip, take }: PageQuery) {
  const visible = sql`
    from wallet_transaction
    where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
    order by ${order.by}`;
  const skipped = order.isByTime
    ? sql`(select coalesce(sum(amount_cents), 0)
        from (select amount_cents ${visible} limit ${skip}) skipped)`
    : sql`0::bigint`;
  return sql<PageRow>`
    select account.head_seq - 2 * account.reversal_count as total, account.balance_cents,
      ${skipped} as skipped_cents, ${columns}
    from ledger_account account
    left join (
      select * from wallet_transaction
      where chapter_id = ${chapterId}
        and id = any (array(select id ${visible} offset ${skip} limit ${take}))
    ) shown on true
    where account.chapter_id = ${chapterId} and account.wallet_id = ${walletId}
    order by ${order.by}`;
}

/** Matches are found once, for both the count and the page, with as few columns as possible. */
function selectMatchingPage(
  { chapterId, walletId, order, skip, take }: PageQuery,
  match: RawBuilder<SqlBool>,
) {
  return sql<PageRow>`
    with found as materialized (
      select ${order.needs}
      from wallet_transaction
      where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
        and ${match}
    )
    select (select count(*) from found) as total, account.balance_cents,
      0::bigint as skipped_cents, ${columns}
    from ledger_account account
    left join (
      select * from wallet_transaction
      where chapter_id = ${chapterId}
        and id = any (array(select id from found order by ${order.by} offset ${skip} limit ${take}))
    ) shown on true
    where account.chapter_id = ${chapterId} and account.wallet_id = ${walletId}
    order by ${order.by}`;
}

/** Computed backward from the current balance, or forward from zero. */
function withBalances(
  items: readonly ListedTransaction[],
  { balance_cents, skipped_cents }: PageRow,
  isFalling: boolean,
): ListedTransaction[] {
  let balance: number = isFalling ? balance_cents - skipped_cents : skipped_cents;
  return items.map((item) => {
    const after = isFalling ? balance : balance + item.amount;
    balance = isFalling ? balance - item.amount : after;
    return { ...item, balanceAfter: cents(after) };
  });
}
