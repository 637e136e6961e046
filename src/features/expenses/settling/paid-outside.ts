/** Settling an expense whose shares were paid outside the hub: it charges them and records who paid whom. */
import * as z from 'zod/mini';
import { day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { paymentMethods } from '#kit/payment-methods.ts';
import { computeBalances } from '../balances.ts';
import {
  type Expense,
  type ExpenseFields,
  type ExpensePayment,
  maxParticipants,
} from '../expense.ts';
import { type Payment, settleUp } from '../settle-up.ts';

/** How the shares were paid. */
export const paidOutside = z.strictObject({
  paidOn: day.check(z.refine((value) => value >= '1900', 'Must be in the year 1900 or later')),
  method: z.enum(paymentMethods),
  /** Those who paid; the others are charged and still have to pay. Everyone if left out. */
  memberIds: z.optional(z.array(id<'member'>()).check(z.maxLength(maxParticipants))),
  /** Records payments that may be recorded already. */
  isDuplicateAllowed: z.optional(z.boolean()),
});
export type PaidOutside = z.output<typeof paidOutside>;

/**
 * Whether settling charges shares to wallets. Of an even split, each participant has paid their own share, so
 * that there is nothing to charge or to record.
 */
export function settlingCharges({
  useWalletTransactions,
  isEvenSplit,
}: Pick<ExpenseFields, 'useWalletTransactions' | 'isEvenSplit'>): boolean {
  return useWalletTransactions || !isEvenSplit;
}

/** Whether settling records payments. */
export function settlingRecordsPayments(
  expense: Pick<ExpenseFields, 'useWalletTransactions' | 'isEvenSplit'>,
): boolean {
  return settlingCharges(expense) && !expense.useWalletTransactions;
}

/** What is left of these payments once those that wait or count are taken off. */
export function leaveOutPaid<P extends Payment>(
  planned: readonly P[],
  payments: readonly ExpensePayment[],
): P[] {
  const left = payments.map((payment) => ({ ...payment }));
  return planned.flatMap((plan) => {
    let amount: number = plan.amount;
    for (const paid of left) {
      if (paid.from !== plan.from || paid.to !== plan.to) continue;
      const part = Math.min(amount, paid.amount);
      amount -= part;
      paid.amount = cents(paid.amount - part);
    }
    return amount === 0 ? [] : [{ ...plan, amount: cents(amount) }];
  });
}

/** The few payments by which the participants clear an expense among themselves; null is the chapter. */
export function planOutsidePayments(
  expense: Pick<Expense, 'participantBreakdowns' | 'payerCredits'>,
): (Payment & { readonly from: Id<'member'> })[] {
  const { members, company } = computeBalances([expense]);
  const parties = [...members].map(([memberId, balance]) => ({ memberId, balance }));
  return settleUp([...parties, { memberId: null, balance: company }]).map((payment) => {
    const { from } = payment;
    // Reimbursements are never more than the shares.
    if (from === null) throw new Error('the chapter owes nothing of an expense');
    return { ...payment, from };
  });
}
