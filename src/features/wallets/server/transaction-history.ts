/** One transaction: its current version and its history. */
import { type Selectable, sql } from 'kysely';
import { listMemberNames } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { BookedTransaction, TransactionVersion } from '../contract.ts';
import type { WalletTransactionHistoryTable } from './tables.ts';
import { entered, selectBookedBy, toTransaction, transactionColumns } from './transaction-row.ts';

/** The current version; undefined if deleted or in another wallet. */
export async function findTransaction(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  transactionId: Id<'transaction'>,
): Promise<BookedTransaction | undefined> {
  const row = await db
    .selectFrom('wallet_transaction')
    .select(transactionColumns)
    .select(selectBookedBy('wallet_transaction').as('booked_by'))
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { ...toTransaction(row), bookedBy: row.booked_by };
}

const versionColumns = [...entered.columns, 'version', 'updated_at', 'updated_by'] as const;

/** All versions, newest first, also of deleted transactions; undefined if never in this wallet. */
export async function listTransactionVersions(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  transactionId: Id<'transaction'>,
  request: PageRequest,
): Promise<Page<TransactionVersion> | undefined> {
  const current = await db
    .selectFrom('wallet_transaction')
    .select('version')
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .executeTakeFirst();
  if (!current) return undefined;
  const rows = await db
    .selectFrom('wallet_transaction')
    .select(versionColumns)
    .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .unionAll(
      db
        .selectFrom('wallet_transaction_history')
        .select(versionColumns)
        .select(sql<boolean>`false`.as('is_deleted'))
        .where('chapter_id', '=', chapterId)
        .where('transaction_id', '=', transactionId),
    )
    .orderBy('version', 'desc')
    .offset(request.skip)
    .limit(request.take)
    .execute();
  const people = [...new Set(rows.flatMap((row) => [row.user_id, row.updated_by]))];
  const names = new Map(
    (await listMemberNames(db, chapterId, people)).map(({ id, displayName }) => [id, displayName]),
  );
  // Versions count from 1, so the current one is the total.
  const versions = rows.map((row) => toVersion(row, names));
  return page(versions, current.version, request);
}

/** Whether an earlier version was this person's. */
export async function wasEverOf(
  tx: Tx,
  chapterId: Id<'chapter'>,
  transactionId: Id<'transaction'>,
  person: Id<'member'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('wallet_transaction_history')
    .select('version')
    .where('chapter_id', '=', chapterId)
    .where('transaction_id', '=', transactionId)
    .where('user_id', '=', person)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type VersionRow = Pick<
  Selectable<WalletTransactionHistoryTable>,
  (typeof versionColumns)[number]
> & { is_deleted: boolean };

function toVersion(row: VersionRow, names: ReadonlyMap<Id<'member'>, string>): TransactionVersion {
  return {
    version: row.version,
    action: row.is_deleted ? 'deleted' : row.version === 1 ? 'created' : 'edited',
    at: row.updated_at,
    by: { id: row.updated_by, name: names.get(row.updated_by) ?? '' },
    userName: names.get(row.user_id) ?? '',
    ...entered.toEntity(row),
  };
}
