/** Visible transactions, and with each of their writes the posting in the ledger below. */
import { type Selectable, sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Result } from '#kit/result.ts';
import type { Db, Tx } from '#server/db.ts';
import type { NewId } from '#server/ids.ts';
import type { WalletTransactionTable } from '#server/tables.ts';
import type { Transaction } from '../contract.ts';
import { withinRange } from './balance-range.ts';
import { containing } from './search.ts';

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

/** The transaction with its posting, locked until the end of `tx`; deleted ones are not there. */
export async function lockTransaction(
  tx: Tx,
  chapterId: Id,
  walletId: Id,
  transactionId: Id,
): Promise<{ transaction: Transaction; journalId: Id } | undefined> {
  const row = await tx
    .selectFrom('wallet_transaction')
    .select([...transactionColumns, 'journal_id'])
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { transaction: toTransaction(row), journalId: row.journal_id };
}

const transactionColumns = [
  'id',
  'wallet_id',
  'user_id',
  'amount_cents',
  'description',
  'reference_id',
  'metadata_json',
  'occurred_at',
  'origin',
  'expense_id',
  'version',
  'created_at',
  'updated_at',
] as const;

type TransactionRow = Pick<Selectable<WalletTransactionTable>, (typeof transactionColumns)[number]>;

function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    walletId: row.wallet_id,
    userId: row.user_id,
    amount: row.amount_cents,
    description: row.description,
    ...(row.reference_id === null ? {} : { referenceId: row.reference_id }),
    metadataJson: row.metadata_json,
    date: row.occurred_at,
    origin: row.origin,
    expenseId: row.expense_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Who writes, when, and where new ids come from. */
export type Writing = {
  readonly tx: Tx;
  readonly chapterId: Id;
  readonly memberId: Id;
  readonly now: Instant;
  readonly newId: NewId;
};

/**
 * Posts to the ledger and shows it as a transaction, in one statement. Refuses what would carry the
 * balance past what the hub can state exactly.
 */
export async function insertTransaction(
  { tx, chapterId, memberId, newId }: Writing,
  transaction: Transaction,
): Promise<Result<undefined>> {
  const journalId = newId();
  const { walletId, amount, date, createdAt } = transaction;
  return withinRange(async () => {
    await sql`
      insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id, amount_cents,
        description, reference_id, metadata_json, occurred_at, origin, created_at, updated_at, updated_by)
      select ${chapterId}::uuid, ${transaction.id}::uuid, ${walletId}::uuid, ${journalId}::uuid, 1,
        ${transaction.userId}::uuid, ${amount}::bigint, ${transaction.description},
        ${transaction.referenceId ?? null}, ${transaction.metadataJson}, ${date}::timestamptz,
        'manual', ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${memberId}::uuid
      from ledger_post(
        ${chapterId}, ${journalId}, ${memberId}, ${walletId}, ${amount}, ${date}, ${createdAt})
    `.execute(tx);
  });
}

/** Saves the next version; when the amount is another, the old posting is reversed for a new one. */
export async function saveTransaction(
  writing: Writing,
  before: { readonly transaction: Transaction; readonly journalId: Id },
  after: Transaction,
): Promise<Result<undefined>> {
  const { tx, chapterId, memberId, now, newId } = writing;
  return withinRange(async () => {
    let journalId = before.journalId;
    if (before.transaction.amount !== after.amount) {
      await reverse(writing, before.journalId);
      journalId = newId();
      await sql`
        select ledger_post(${chapterId}, ${journalId}, ${memberId}, ${after.walletId},
          ${after.amount}, ${after.date}, ${now})
      `.execute(tx);
    }
    await tx
      .updateTable('wallet_transaction')
      .set({
        version: after.version,
        journal_id: journalId,
        user_id: after.userId,
        amount_cents: after.amount,
        description: after.description,
        reference_id: after.referenceId ?? null,
        metadata_json: after.metadataJson,
        updated_at: after.updatedAt,
        updated_by: memberId,
      })
      .where('chapter_id', '=', chapterId)
      .where('id', '=', after.id)
      .execute();
  });
}

/** Reverses the posting and hides the transaction; all its versions stay. */
export async function markDeleted(
  writing: Writing,
  { transaction, journalId }: { readonly transaction: Transaction; readonly journalId: Id },
): Promise<Result<undefined>> {
  const { tx, chapterId, memberId, now } = writing;
  return withinRange(async () => {
    await reverse(writing, journalId);
    await tx
      .updateTable('wallet_transaction')
      .set({
        version: transaction.version + 1,
        deleted_at: now,
        updated_at: now,
        updated_by: memberId,
      })
      .where('chapter_id', '=', chapterId)
      .where('id', '=', transaction.id)
      .execute();
  });
}

async function reverse({ tx, chapterId, memberId, now, newId }: Writing, journalId: Id) {
  await sql`
    select ledger_reverse(${chapterId}, ${newId()}, ${memberId}, ${journalId}, ${now})
  `.execute(tx);
}
