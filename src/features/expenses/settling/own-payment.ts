import type { Id } from '#kit/id.ts';
import { type Cents, zeroCents } from '#kit/money.ts';
import type { ListedExpense } from '../expense.ts';
import { isCharged } from './charges.ts';
import { planOutsidePayments, settlingCharges } from './paid-outside.ts';

export type OwnPayment = {
  /** Null is the chapter. */
  readonly to: Id<'member'> | null;
  readonly amount: Cents;
};

/**
 * What a member pays to clear their part of an expense: of an open one their share, to whom it is owed; of a
 * charge what is open of it, to the chapter. Undefined if there is nothing. Of several creditors, the one who
 * gets the most.
 */
export function findOwnPayment(
  expense: ListedExpense,
  memberId: Id<'member'>,
): OwnPayment | undefined {
  if (isCharged(expense)) {
    const open = expense.openCharges?.find((charge) => charge.memberId === memberId)?.amount;
    return open ? { to: null, amount: open } : undefined;
  }
  if (expense.status !== 'open' || !settlingCharges({ ...expense, useWalletTransactions: false })) {
    return undefined;
  }
  const own = planOutsidePayments(expense).filter(({ from }) => from === memberId);
  const [most] = own.toSorted((one, other) => other.amount - one.amount);
  return most && most.amount > zeroCents ? { to: most.to, amount: most.amount } : undefined;
}
