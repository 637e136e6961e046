/** An expense and its row in the database: one map from field to column, for reading and writing. */
import type { Selectable } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Expense, ListedExpense, OpenExpense, Override, Share } from '../expense.ts';
import type { ExpenseParticipantTable, ExpenseTable } from './tables.ts';

type Row = Selectable<ExpenseTable>;

/** What has a column of its own that holds the very same value. */
type Stored = Omit<
  OpenExpense,
  'participants' | 'participantBreakdowns' | 'overrides' | 'status' | 'settledAt' | 'settledBy'
>;

/** The columns of a field's type. */
type ColumnFor<Value> = {
  [Column in keyof Row]: [Row[Column], Value] extends [Value, Row[Column]] ? Column : never;
}[keyof Row];

const columns = {
  id: 'id',
  title: 'title',
  description: 'description',
  amount: 'amount_cents',
  expenseDate: 'expense_at',
  eventId: 'event_id',
  category: 'category',
  paidBy: 'paid_by',
  isEvenSplit: 'is_even_split',
  isExcludedFromGroupTotals: 'is_excluded_from_group_totals',
  useWalletTransactions: 'use_wallet_transactions',
  payerReimbursementType: 'reimbursement_type',
  payerReimbursementAmount: 'reimbursement_cents',
  receiptIds: 'receipt_ids',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
} as const satisfies { readonly [Field in keyof Stored]: ColumnFor<Stored[Field]> };

type StoredColumns = { [Field in keyof Stored as (typeof columns)[Field]]: Stored[Field] };

const pairs = Object.entries(columns) as [keyof Stored, keyof StoredColumns][];

/** The whole row, so that a column nobody fills is told by the compiler. */
export function toExpenseRow(chapterId: Id<'chapter'>, expense: ListedExpense): Row {
  const stored = Object.fromEntries(pairs.map(([field, column]) => [column, expense[field]]));
  return {
    chapter_id: chapterId,
    ...(stored as StoredColumns),
    status: expense.status === 'settled' ? 'settled' : 'open',
    settled_at: expense.settledAt,
    settled_by: expense.settledBy,
    deleted_at: expense.status === 'deleted' ? expense.deletedAt : null,
  };
}

export function toShareRows(
  chapterId: Id<'chapter'>,
  { id, participantBreakdowns }: Expense,
): Selectable<ExpenseParticipantTable>[] {
  return participantBreakdowns.map(({ participantId, amountOwed }) => ({
    chapter_id: chapterId,
    expense_id: id,
    member_id: participantId,
    share_cents: amountOwed,
  }));
}

/** A row with what is kept in tables of its own. */
export type ExpenseRow = Row & { readonly shares: Share[]; readonly overrides: Override[] };

export function toListedExpense(row: ExpenseRow): ListedExpense {
  const stored = Object.fromEntries(pairs.map(([field, column]) => [field, row[column]]));
  const entity = {
    ...(stored as Stored),
    participants: row.shares.map((share) => share.participantId),
    participantBreakdowns: row.shares,
    overrides: row.overrides,
  };
  if (row.settled_at !== null && row.settled_by !== null) {
    return { ...entity, status: 'settled', settledAt: row.settled_at, settledBy: row.settled_by };
  }
  return row.deleted_at === null
    ? { ...entity, status: 'open', settledAt: null, settledBy: null }
    : { ...entity, status: 'deleted', settledAt: null, settledBy: null, deletedAt: row.deleted_at };
}
