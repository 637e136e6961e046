/** A wallet's visible transactions, page by page. */
import { type RawBuilder, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/db.ts';
import type { ListedTransaction, TransactionSort } from '../contract.ts';
import { containing } from './search.ts';
import { type TransactionRow, toTransaction, transactionColumns } from './transaction-row.ts';

export type TransactionRequest = PageRequest &
  SortRequest<TransactionSort> & { readonly searchTerm?: string | undefined };

/**
 * A wallet's transactions, newest first unless sorted; undefined when there is no such wallet. The
 * search looks into description and reference. Without one, the ledger knows the count, however
 * long it is, and in the order of time each transaction states the balance after it.
 *
 * One statement, so that count, balance and rows are of the same moment.
 */
export async function listTransactions(
  db: Db,
  chapterId: Id,
  walletId: Id,
  request: TransactionRequest,
): Promise<Page<ListedTransaction> | undefined> {
  const pattern = containing(request.searchTerm);
  const order = orderOf(request);
  const { rows } = await (pattern === undefined ? pageOfAll : pageOfFound)({
    chapterId,
    walletId,
    pattern,
    order,
    skip: request.skip,
    take: request.take,
  }).execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const shown = rows.filter((row) => row.id !== null);
  const items = shown.map((row) => ({ ...toTransaction(row), balanceAfter: null }));
  if (pattern !== undefined || !order.isByTime) return page(items, first.total, request);
  return page(withBalances(items, first, order.isDescending), first.total, request);
}

type Order = {
  readonly isByTime: boolean;
  readonly isDescending: boolean;
  readonly by: RawBuilder<unknown>;
};

/** Ties come newest first, whatever the direction, so that the order of a list is always one. */
function orderOf({ sort, direction }: SortRequest<TransactionSort>): Order {
  const isDescending = (direction ?? (sort === undefined ? 'desc' : 'asc')) === 'desc';
  const way = isDescending ? sql`desc` : sql`asc`;
  if (sort === undefined || sort === 'date') {
    return { isByTime: true, isDescending, by: sql`occurred_at ${way}, id ${way}` };
  }
  const by = sql`${sortKeys[sort]} ${way} nulls last, occurred_at desc, id desc`;
  return { isByTime: false, isDescending, by };
}

const sortKeys = {
  amount: sql`amount_cents`,
  // As their names sort: credit before debit.
  type: sql`(amount_cents < 0)`,
  reference: sql`reference_id collate "und-x-icu"`,
  description: sql`description collate "und-x-icu"`,
} satisfies Record<Exclude<TransactionSort, 'date'>, RawBuilder<unknown>>;

type Asked = PageRequest & {
  readonly chapterId: Id;
  readonly walletId: Id;
  readonly pattern: string | undefined;
  readonly order: Order;
};

/** A row of the page, or one of nulls when the page is empty; none when there is no such wallet. */
type PageRow = TransactionRow & { total: number; balance_cents: Cents; skipped_cents: Cents };

const columns = sql.join(transactionColumns.map((column) => sql.ref(`shown.${column}`)));

/**
 * The ids of a page come from an index alone, in order and with the amounts that are skipped; only
 * the page itself is read from the table.
 */
function pageOfAll({ chapterId, walletId, order, skip, take }: Asked) {
  const visible = sql`
    from wallet_transaction
    where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
    order by ${order.by}`;
  return sql<PageRow>`
    select account.head_seq - 2 * account.reversal_count as total, account.balance_cents,
      ${order.isByTime ? sql`(select coalesce(sum(amount_cents), 0) from (select amount_cents ${visible} limit ${skip}) skipped)` : sql`0::bigint`} as skipped_cents,
      ${columns}
    from ledger_account account
    left join (
      select * from wallet_transaction
      where chapter_id = ${chapterId}
        and id = any (array(select id ${visible} offset ${skip} limit ${take}))
    ) shown on true
    where account.chapter_id = ${chapterId} and account.wallet_id = ${walletId}
    order by ${order.by}`;
}

/** What matches is looked up once, for the count and for the page. */
function pageOfFound({ chapterId, walletId, pattern, order, skip, take }: Asked) {
  return sql<PageRow>`
    with found as materialized (
      select id, occurred_at, amount_cents, reference_id, description
      from wallet_transaction
      where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
        and (description ilike ${pattern} or reference_id ilike ${pattern})
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

/** From the balance of now back through what is newer, or from nothing through what is older. */
function withBalances(
  items: readonly ListedTransaction[],
  { balance_cents, skipped_cents }: PageRow,
  isDescending: boolean,
): ListedTransaction[] {
  let balance: number = isDescending ? balance_cents - skipped_cents : skipped_cents;
  return items.map((item) => {
    const after = isDescending ? balance : balance + item.amount;
    balance = isDescending ? balance - item.amount : after;
    return { ...item, balanceAfter: cents(after) };
  });
}
