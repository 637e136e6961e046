/** Converts rows of transactions to the API's format. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Transaction } from '../contract.ts';
import type { WalletTransactionTable } from './tables.ts';

export const transactionColumns = [
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
  'payment_id',
  'version',
  'created_at',
  'updated_at',
] as const;

export type TransactionRow = Pick<
  Selectable<WalletTransactionTable>,
  (typeof transactionColumns)[number]
>;

/** `bookedBy` of a row of `table`; only of edited transactions is the history read. */
export function selectBookedBy(table: string): RawBuilder<Id<'member'> | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('version')} > 1 and exists (
      select from wallet_transaction_history earlier
      where earlier.chapter_id = ${column('chapter_id')}
        and earlier.transaction_id = ${column('id')}
        and earlier.updated_by <> ${column('updated_by')}
    ) then null else ${column('updated_by')} end`;
}

export function toTransaction(row: TransactionRow): Transaction {
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
    paymentId: row.payment_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
