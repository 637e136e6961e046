/** Converts rows of transactions to the API's format. */
import type { Selectable } from 'kysely';
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
