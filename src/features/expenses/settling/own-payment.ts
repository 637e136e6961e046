import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents, zeroCents } from '#kit/money.ts';
import type { ExpensePayment, ListedExpense } from '../expense.ts';
import { isCharged } from './charges.ts';
import { leaveOutPaid, planOutsidePayments, settlingCharges } from './paid-outside.ts';

export type OwnPayment = {
  /** Null is the chapter. */
  readonly to: Id<'member'> | null;
  /** What is left to pay. */
  readonly amount: Cents;
  /** What they say they have paid for it and nobody has confirmed yet. */
  readonly waiting: Cents;
};

/** What a member has paid for an expense, as far as the reader may see payments. */
export function sumPaid(
  { payments = [] }: Pick<ListedExpense, 'payments'>,
  memberId: Id<'member'>,
): { readonly confirmed: Cents; readonly waiting: Cents } {
  const sum = (wanted: ExpensePayment['status']) =>
    sumCents(
      payments
        .filter(({ from, status }) => from === memberId && status === wanted)
        .map(({ amount }) => amount),
    );
  return { confirmed: sum('confirmed'), waiting: sum('waiting') };
}

/**
 * What a member pays to clear their part of an expense: of an open one their share, to whom it is owed; of a
 * charge what is open of it, to the chapter. Less what they have paid for it. Undefined if there is nothing.
 * Of several creditors, the one who gets the most.
 */
export function findOwnPayment(
  expense: ListedExpense,
  memberId: Id<'member'>,
): OwnPayment | undefined {
  const own = (expense.payments ?? []).filter(({ from }) => from === memberId);
  const { waiting } = sumPaid(expense, memberId);
  const toPay = findUnpaid(expense, memberId, own, waiting);
  if (toPay.amount === 0 && waiting === 0) return undefined;
  return { ...toPay, waiting };
}

function findUnpaid(
  expense: ListedExpense,
  memberId: Id<'member'>,
  own: readonly ExpensePayment[],
  waiting: Cents,
): Pick<OwnPayment, 'to' | 'amount'> {
  const nothing = { to: null, amount: zeroCents };
  if (isCharged(expense)) {
    // What is confirmed covers the charge already.
    const open = expense.openCharges?.find((charge) => charge.memberId === memberId)?.amount ?? 0;
    return { to: null, amount: cents(Math.max(0, open - waiting)) };
  }
  if (expense.status !== 'open' || !settlingCharges({ ...expense, useWalletTransactions: false })) {
    return nothing;
  }
  const planned = planOutsidePayments(expense).filter(({ from }) => from === memberId);
  const [most] = leaveOutPaid(planned, own).toSorted((one, other) => other.amount - one.amount);
  return most ? { to: most.to, amount: most.amount } : nothing;
}
