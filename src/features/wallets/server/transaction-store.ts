/** Writes visible transactions together with their postings in the ledger. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Result } from '#kit/result.ts';
import { catchRefusal } from '#server/database/constraints.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Transaction } from '../contract.ts';
import { rangeRefusal } from './balance-range.ts';
import { entered, selectBookedBy, toTransaction, transactionColumns } from './transaction-row.ts';

/** Locks a transaction and returns it with its posting; undefined if deleted. */
export async function lockTransaction(
  tx: Tx,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  transactionId: Id<'transaction'>,
): Promise<
  { transaction: Transaction; bookedBy: Id<'member'> | null; journalId: Id<'journal'> } | undefined
> {
  const row = await tx
    .selectFrom('wallet_transaction')
    .select([...transactionColumns, 'journal_id'])
    .select(selectBookedBy('wallet_transaction').as('booked_by'))
    .where('chapter_id', '=', chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    row && {
      transaction: toTransaction(row),
      bookedBy: row.booked_by,
      journalId: row.journal_id,
    }
  );
}

/** Caller, time and source of ids of a write. */
export type Writing = {
  readonly tx: Tx;
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'>;
  readonly now: Instant;
  readonly newId: NewId;
};

/** Saves the next version; a changed amount reverses the old posting and posts a new one. */
export async function saveTransaction(
  writing: Writing,
  before: { readonly transaction: Transaction; readonly journalId: Id<'journal'> },
  after: Transaction,
): Promise<Result<undefined>> {
  const { tx, chapterId, memberId, now, newId } = writing;
  return catchRefusal(rangeRefusal, async () => {
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
        ...entered.toRow(after),
        version: after.version,
        journal_id: journalId,
        updated_at: after.updatedAt,
        updated_by: memberId,
      })
      .where('chapter_id', '=', chapterId)
      .where('id', '=', after.id)
      .execute();
  });
}

/** Reverses the posting and marks the transaction as deleted; all versions are kept. */
export async function markDeleted(
  writing: Writing,
  {
    transaction,
    journalId,
  }: { readonly transaction: Transaction; readonly journalId: Id<'journal'> },
): Promise<Result<undefined>> {
  const { tx, chapterId, memberId, now } = writing;
  return catchRefusal(rangeRefusal, async () => {
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

async function reverse({ tx, chapterId, memberId, now, newId }: Writing, journalId: Id<'journal'>) {
  await sql`
    select ledger_reverse(${chapterId}, ${newId()}, ${memberId}, ${journalId}, ${now})
  `.execute(tx);
}
