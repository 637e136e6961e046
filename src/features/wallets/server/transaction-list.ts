/** A wallet's visible transactions, page by page. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { isDescending, type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/matching.ts';
import type { ListedTransaction, TransactionSort } from '../contract.ts';
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
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  request: TransactionRequest,
): Promise<Page<ListedTransaction> | undefined> {
  const match = matching(request.searchTerm, ['description', 'reference_id']);
  const order = orderOf(request);
  const asked = { chapterId, walletId, order, skip: request.skip, take: request.take };
  const statement = match ? pageOfFound(asked, match) : pageOfAll(asked);
  const { rows } = await statement.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const shown = rows.filter((row) => row.id !== null);
  const items = shown.map((row) => ({ ...toTransaction(row), balanceAfter: null }));
  if (match || !order.isByTime) return page(items, first.total, request);
  return page(withBalances(items, first, order.falls), first.total, request);
}

type Order = {
  readonly isByTime: boolean;
  readonly falls: boolean;
  readonly by: RawBuilder<unknown>;
  /** The columns that it looks at, the id among them. */
  readonly needs: RawBuilder<unknown>;
};

/** Ties come newest first, whatever the direction, so that the order of a list is always one. */
function orderOf(request: SortRequest<TransactionSort>): Order {
  const { sort } = request;
  const falls = isDescending(request);
  const way = falls ? sql`desc` : sql`asc`;
  if (sort === undefined || sort === 'date') {
    const by = sql`occurred_at ${way}, id ${way}`;
    return { isByTime: true, falls, by, needs: sql`occurred_at, id` };
  }
  const { column, key } = sortKeys[sort];
  return {
    isByTime: false,
    falls,
    by: sql`${key} ${way} nulls last, occurred_at desc, id desc`,
    needs: sql`${sql.ref(column)}, occurred_at, id`,
  };
}

const sortKeys = {
  amount: { column: 'amount_cents', key: sql`amount_cents` },
  // As their names sort: credit before debit.
  type: { column: 'amount_cents', key: sql`(amount_cents < 0)` },
  reference: { column: 'reference_id', key: sql`reference_id collate "und-x-icu"` },
  description: { column: 'description', key: sql`description collate "und-x-icu"` },
} satisfies Record<Exclude<TransactionSort, 'date'>, { column: string; key: RawBuilder<unknown> }>;

type Asked = PageRequest & {
  readonly chapterId: Id<'chapter'>;
  readonly walletId: Id<'wallet'>;
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

/** What matches is looked up once, for the count and for the page, and kept as narrow as can be. */
function pageOfFound(
  { chapterId, walletId, order, skip, take }: Asked,
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

/** From the balance of now back through what is newer, or from nothing through what is older. */
function withBalances(
  items: readonly ListedTransaction[],
  { balance_cents, skipped_cents }: PageRow,
  falls: boolean,
): ListedTransaction[] {
  let balance: number = falls ? balance_cents - skipped_cents : skipped_cents;
  return items.map((item) => {
    const after = falls ? balance : balance + item.amount;
    balance = falls ? balance - item.amount : after;
    return { ...item, balanceAfter: cents(after) };
  });
}
