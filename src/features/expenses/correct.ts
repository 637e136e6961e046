/** The reversal with which a settled expense is corrected. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { cut } from '#kit/text.ts';
import {
  type Expense,
  type ExpenseFields,
  maxSettlementNoteLength,
  maxTitleLength,
  type OpenExpense,
  type SettledExpense,
} from './expense.ts';

type Creation = {
  readonly id: Id<'expense'>;
  readonly createdBy: Id<'member'>;
  readonly now: Instant;
};

/**
 * Whether what stands in the place of a settled expense is charged to wallets: as the original was, so that
 * nothing is taken away without a payment. Of an even split nothing is charged, also where it was; what was one
 * and is none is charged for the first time.
 */
export function correctionCharges(
  original: Pick<ExpenseFields, 'useWalletTransactions' | 'isEvenSplit'>,
  replacement: Pick<ExpenseFields, 'isEvenSplit'>,
): boolean {
  return !replacement.isEvenSplit && (original.useWalletTransactions || original.isEvenSplit);
}

/** The expense with every stored amount negated: it is never split again. */
export function buildReversal(
  original: SettledExpense,
  { id, createdBy, now }: Creation,
): OpenExpense {
  const { payerReimbursementAmount: reimbursement } = original;
  return {
    id,
    title: cut(`Reversal of ${original.title}`, maxTitleLength),
    description: '',
    amount: negate(original.amount),
    expenseDate: original.expenseDate,
    eventId: original.eventId,
    participants: original.participants,
    category: original.category,
    paidBy: original.paidBy,
    original: original.original && {
      ...original.original,
      amount: negate(original.original.amount),
    },
    payers: original.payers.map((payer) => ({ ...payer, amountPaid: negate(payer.amountPaid) })),
    isEvenSplit: original.isEvenSplit,
    isExcludedFromGroupTotals: original.isExcludedFromGroupTotals,
    useWalletTransactions: original.useWalletTransactions,
    payerReimbursementType: original.payerReimbursementType,
    payerReimbursementAmount: reimbursement === null ? null : negate(reimbursement),
    participantBreakdowns: original.participantBreakdowns.map((share) => ({
      ...share,
      amountOwed: negate(share.amountOwed),
    })),
    payerCredits: original.payerCredits.map((credit) => ({
      ...credit,
      amount: negate(credit.amount),
    })),
    overrides: [],
    receiptIds: [],
    correctsId: original.id,
    status: 'open',
    settledAt: null,
    settledBy: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** How a correction outside wallets was paid, where nobody says. */
export function defaultCorrectionNote({ title }: Pick<Expense, 'title'>): string {
  return cut(`Corrects ${title}`, maxSettlementNoteLength);
}

const negate = (amount: Cents) => cents(-amount);
