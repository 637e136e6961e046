/** A wallet's visible transactions, page by page. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db } from '#server/db.ts';
import type { Transaction } from '../contract.ts';
import { containing } from './search.ts';
import { toTransaction, transactionColumns } from './transaction-row.ts';

/**
 * A wallet's transactions, newest first; undefined when there is no such wallet. The search looks
 * into description and reference. Without one, the ledger knows the count, however long it is.
 */
export async function listTransactions(
  db: Db,
  chapterId: Id,
  walletId: Id,
  request: PageRequest & { readonly searchTerm?: string | undefined },
): Promise<Page<Transaction> | undefined> {
  const pattern = containing(request.searchTerm);
  let found = db
    .selectFrom('wallet_transaction')
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('deleted_at', 'is', null);
  if (pattern) {
    found = found.where((row) =>
      row.or([row('description', 'ilike', pattern), row('reference_id', 'ilike', pattern)]),
    );
  }
  const [rows, account, matches] = await Promise.all([
    found
      .select(transactionColumns)
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .offset(request.skip)
      .limit(request.take)
      .execute(),
    db
      .selectFrom('ledger_account')
      .select(sql<number>`head_seq - 2 * reversal_count`.as('count'))
      .where('chapter_id', '=', chapterId)
      .where('wallet_id', '=', walletId)
      .executeTakeFirst(),
    pattern
      ? found.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      : undefined,
  ]);
  if (!account) return undefined;
  return page(rows.map(toTransaction), (matches ?? account).count, request);
}
