/** Money that comes back for a settled expense: a refund, a rebate, a returned deposit. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, money, sumCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { divideByWeights } from './arithmetic/proportions.ts';
import {
  type Expense,
  expenseFields,
  maxTitleLength,
  type OpenExpense,
  type SettledExpense,
  settlementNote,
} from './expense.ts';
import { computePayerCredits } from './payers.ts';

export const moneyBackBody = z.strictObject({
  /** Chosen by the client, so that its preview gives the extra cents to the same participants. */
  id: z.optional(id<'expense'>()),
  /** What came back, more than 0. */
  amount: money,
  /** Who has it now, and passes it on; null is the chapter. */
  receivedBy: z.nullable(id<'member'>()),
  /** When it came back. */
  expenseDate: expenseFields.expenseDate,
  note: settlementNote,
});
export type MoneyBackFields = z.output<typeof moneyBackBody>;

type Creation = Pick<OpenExpense, 'id' | 'createdBy'> & { readonly now: OpenExpense['createdAt'] };

/** What can still come back: the amount less what has, and was not reversed. */
export function findLeft({ amount, moneyBack = [] }: Pick<Expense, 'amount' | 'moneyBack'>): Cents {
  return cents(amount - sumCents(moneyBack.map((each) => each.amount)));
}

/** Whether money can come back for an expense: one that is settled and stands, and is no money back itself. */
export function checkReturnable(expense: Expense): Result<SettledExpense> {
  if (expense.status !== 'settled') {
    const message = 'Money comes back for a settled expense; the amount of this one can be edited';
    return refuse('conflict', 'expense_not_settled', message);
  }
  if (expense.correctsId !== undefined || expense.moneyBackForId !== undefined) {
    const message = 'Money comes back for an expense, not for a reversal or other money back';
    return refuse('conflict', 'expense_is_reversal', message);
  }
  if (expense.correctedById !== undefined) {
    return refuse('conflict', 'expense_corrected', 'This expense has been corrected already');
  }
  if (findLeft(expense) === 0) {
    return refuse('conflict', 'all_came_back', 'All of this expense has come back already');
  }
  return ok(expense);
}

/** Refuses an amount that is not more than zero, or more than can still come back. */
export function checkMoneyBack(original: Expense, amount: Cents): Refused | undefined {
  const field = { field: 'amount' };
  if (amount <= 0) {
    return refuse('invalid', 'amount_not_positive', 'Amount must be greater than 0', field);
  }
  const left = findLeft(original);
  if (amount <= left) return undefined;
  const message = `At most ${formatMoney(left)} can still come back for this expense`;
  return refuse('invalid', 'more_than_left', message, field);
}

/**
 * An expense of negative amounts: everyone gets back the part of it that their share is of the expense,
 * exactly and by the largest remainder, and the member who received it owes it all.
 */
export function buildMoneyBack(
  original: SettledExpense,
  {
    amount,
    receivedBy,
    expenseDate,
  }: Pick<MoneyBackFields, 'amount' | 'receivedBy' | 'expenseDate'>,
  { id, createdBy, now }: Creation,
): OpenExpense {
  const weights = original.participantBreakdowns.map(
    (share) => [share.participantId, BigInt(share.amountOwed)] as const,
  );
  const parts = divideByWeights(id, amount, new Map(weights));
  const entered = {
    amount: cents(-amount),
    // Without a payer it would be an even split, which charges nobody.
    paidBy: receivedBy ?? original.paidBy ?? createdBy,
    payers: [],
    payerReimbursementType: receivedBy === null ? ('None' as const) : ('Full' as const),
    payerReimbursementAmount: null,
  };
  return {
    ...entered,
    id,
    title: cut(`Money back: ${original.title}`, maxTitleLength),
    description: '',
    original: null,
    expenseDate,
    eventId: original.eventId,
    participants: original.participants,
    category: original.category,
    isEvenSplit: false,
    isExcludedFromGroupTotals: original.isExcludedFromGroupTotals,
    useWalletTransactions: true,
    participantBreakdowns: original.participantBreakdowns.map(({ participantId }) => ({
      participantId,
      amountOwed: cents(-(parts.get(participantId) ?? 0)),
    })),
    payerCredits: computePayerCredits(id, entered),
    overrides: [],
    receiptIds: [],
    moneyBackForId: original.id,
    status: 'open',
    settledAt: null,
    settledBy: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** Who received money back: null is the chapter. */
export function findReceiver(
  moneyBack: Pick<Expense, 'paidBy' | 'payerReimbursementType'>,
): Id<'member'> | null {
  return moneyBack.payerReimbursementType === 'None' ? null : moneyBack.paidBy;
}
