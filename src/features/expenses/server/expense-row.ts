/** Converts between expenses and rows. */
import type { Selectable } from 'kysely';
import type { Id } from '#kit/id.ts';
import { zeroCents } from '#kit/money.ts';
import { createRowMap } from '#server/database/row-map.ts';
import type {
  Expense,
  ListedExpense,
  MoneyBack,
  OpenExpense,
  Override,
  Payer,
  PayerCredit,
  Share,
} from '../expense.ts';
import type { Original } from '../original.ts';
import { computePayerCredits } from '../payers.ts';
import type {
  ExpenseOverrideParticipantTable,
  ExpenseOverrideTable,
  ExpenseParticipantTable,
  ExpensePayerTable,
  ExpenseTable,
} from './tables.ts';

type Row = Selectable<ExpenseTable>;

/** The fields that are stored unchanged in a column. */
type Stored = Omit<
  OpenExpense,
  | 'participants'
  | 'participantBreakdowns'
  | 'original'
  | 'payers'
  | 'payerCredits'
  | 'overrides'
  | 'receiptIds'
  | 'status'
  | 'settledAt'
  | 'settledBy'
  | 'correctedById'
  | 'replacedById'
  | 'moneyBack'
  | 'participantCount'
  | 'payments'
>;

const stored = createRowMap<Stored, Row>()(
  {
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
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  {
    recurringId: 'recurring_id',
    recurringDay: 'recurring_day',
    correctsId: 'corrects_id',
    replacesId: 'replaces_id',
    moneyBackForId: 'money_back_for_id',
  },
);

/** Returns the whole row, so that the compiler reports a column that is not filled. */
export function toExpenseRow(chapterId: Id<'chapter'>, expense: ListedExpense): Row {
  return {
    chapter_id: chapterId,
    ...stored.toRow(expense),
    has_several_payers: expense.payers.length > 0,
    participant_count: expense.participantBreakdowns.length,
    original_currency: expense.original?.currency ?? null,
    original_cents: expense.original?.amount ?? null,
    original_rate: expense.original?.rate ?? null,
    status: expense.status === 'settled' ? 'settled' : 'open',
    settled_at: expense.settledAt,
    settled_by: expense.settledBy,
    settlement_note: expense.status === 'settled' ? (expense.settlementNote ?? null) : null,
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

/** None for one payer, whose credit follows from the expense's row. */
export function toPayerRows(
  chapterId: Id<'chapter'>,
  { id, payers, payerCredits }: ListedExpense,
): Selectable<ExpensePayerTable>[] {
  const credits = new Map(payerCredits.map(({ memberId, amount }) => [memberId, amount]));
  return payers.map(({ memberId, amountPaid }) => ({
    chapter_id: chapterId,
    expense_id: id,
    member_id: memberId,
    amount_cents: amountPaid,
    credit_cents: credits.get(memberId) ?? zeroCents,
  }));
}

export function toOverrideRows(
  chapterId: Id<'chapter'>,
  { id, overrides, updatedAt }: OpenExpense,
): Selectable<ExpenseOverrideTable>[] {
  return overrides.map((override) => ({
    chapter_id: chapterId,
    expense_id: id,
    id: override.id,
    type: override.type,
    amount_cents: override.amount,
    label: override.label,
    manual_member_id: override.type === 'manual' ? (override.participantIds[0] ?? null) : null,
    created_at: updatedAt,
    ...toStatedColumns(override),
  }));
}

export function toStatedColumns({ stated }: Override) {
  return { stated_unit: stated?.unit ?? null, stated_value: stated?.value ?? null };
}

export function toOverrideParticipantRows(
  chapterId: Id<'chapter'>,
  { id, overrides }: OpenExpense,
): Selectable<ExpenseOverrideParticipantTable>[] {
  return overrides.flatMap((override) =>
    override.participantIds.map((participantId) => ({
      chapter_id: chapterId,
      expense_id: id,
      override_id: override.id,
      member_id: participantId,
    })),
  );
}

/** A row with its shares, several payers and overrides, which have their own tables. */
export type ExpenseRow = Row & {
  readonly shares: Share[];
  readonly payers: (Payer & { readonly credit: PayerCredit['amount'] })[];
  readonly overrides: Override[];
  readonly receipt_ids: Id<'file'>[];
  readonly corrected_by_id: Id<'expense'> | null;
  readonly replaced_by_id: Id<'expense'> | null;
  readonly money_back: MoneyBack[] | null;
};

const toPayer = ({ memberId, amountPaid }: Payer): Payer => ({ memberId, amountPaid });

/** A share that is not stated is absent, as in the reply of the write. */
function withoutNull({ stated, ...override }: Override): Override {
  return stated ? { ...override, stated } : override;
}

function toOriginal({
  original_currency: currency,
  original_cents: amount,
  original_rate: rate,
}: Row): Original | null {
  return currency === null || amount === null || rate === null ? null : { currency, amount, rate };
}

export function toListedExpense(row: ExpenseRow): ListedExpense {
  const fields = {
    ...stored.toEntity(row),
    original: toOriginal(row),
    payers: row.payers.map(toPayer),
  };
  const entity = {
    ...fields,
    ...(row.corrected_by_id !== null && { correctedById: row.corrected_by_id }),
    ...(row.replaced_by_id !== null && { replacedById: row.replaced_by_id }),
    ...(row.money_back !== null && { moneyBack: row.money_back }),
    participants: row.shares.map((share) => share.participantId),
    participantBreakdowns: row.shares,
    payerCredits: row.has_several_payers
      ? row.payers.map(({ memberId, credit }) => ({ memberId, amount: credit }))
      : computePayerCredits(row.id, fields),
    overrides: row.overrides.map(withoutNull),
    receiptIds: row.receipt_ids,
  };
  if (row.settled_at !== null && row.settled_by !== null) {
    return {
      ...entity,
      status: 'settled',
      settledAt: row.settled_at,
      settledBy: row.settled_by,
      settlementNote: row.settlement_note ?? undefined,
    };
  }
  return row.deleted_at === null
    ? { ...entity, status: 'open', settledAt: null, settledBy: null }
    : { ...entity, status: 'deleted', settledAt: null, settledBy: null, deletedAt: row.deleted_at };
}
