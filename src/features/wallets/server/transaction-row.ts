/** Converts between transactions and rows. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { labeledColumns } from '#server/chapter-archive/sheet.ts';
import { createRowMap } from '#server/database/row-map.ts';
import type { EnteredFields, Transaction } from '../contract.ts';
import { fieldLabels, furtherFields } from '../entered-fields.ts';
import type { WalletTransactionTable } from './tables.ts';

type Row = Selectable<WalletTransactionTable>;

export const entered = createRowMap<EnteredFields, Row>()(
  {
    userId: 'user_id',
    amount: 'amount_cents',
    description: 'description',
    metadataJson: 'metadata_json',
  },
  { referenceId: 'reference_id' },
);
const given = createRowMap<Omit<Transaction, keyof EnteredFields>, Row>()(
  {
    id: 'id',
    walletId: 'wallet_id',
    date: 'occurred_at',
    origin: 'origin',
    expenseId: 'expense_id',
    paymentId: 'payment_id',
    version: 'version',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  {},
);

export const transactionColumns = [...given.columns, ...entered.columns];
export type TransactionRow = Pick<Row, (typeof transactionColumns)[number]>;

export function toTransaction(row: TransactionRow): Transaction {
  return { ...given.toEntity(row), ...entered.toEntity(row) };
}

/** Returns the whole row, so that the compiler reports a column that is not filled. */
export function toTransactionRow(
  chapterId: Id<'chapter'>,
  transaction: Transaction,
  posting: Pick<Row, 'journal_id' | 'leg' | 'updated_by'>,
): Row {
  return {
    chapter_id: chapterId,
    ...given.toRow(transaction),
    ...entered.toRow(transaction),
    ...posting,
    deleted_at: null,
  };
}

/** The columns of a sheet for what is shown where the reference is. */
export const furtherCells = labeledColumns(furtherFields, fieldLabels, entered.columnOf);

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
