/** What became of the shares that settling an expense charged to wallets. */
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents, zeroCents } from '#kit/money.ts';
import type { ListedExpense, SettledExpense } from '../expense.ts';

/** Whether settling charged its shares to wallets, as money back does not, and no correction has taken them back. */
export function isCharged<E extends ListedExpense>(expense: E): expense is E & SettledExpense {
  return (
    expense.status === 'settled' &&
    expense.useWalletTransactions &&
    expense.correctsId === undefined &&
    expense.moneyBackForId === undefined &&
    expense.correctedById === undefined
  );
}

/** `charged`: nothing is covered, or the reader may not see how much. */
export type ChargeState = 'charged' | 'partly-covered' | 'covered';
export type Charge = { readonly state: ChargeState; readonly open: Cents | undefined };

/** What of a member's share their wallet covers; `sees` says whether the reader may know. */
export function findCharge(
  { openCharges = [] }: Pick<SettledExpense, 'openCharges'>,
  { memberId, share, sees }: { memberId: Id<'member'>; share: Cents; sees: boolean },
): Charge {
  if (!sees) return { state: 'charged', open: undefined };
  const open = openCharges.find((charge) => charge.memberId === memberId)?.amount ?? zeroCents;
  if (open === 0) return { state: 'covered', open };
  return { state: open < share ? 'partly-covered' : 'charged', open };
}

/** How many of the charged shares are covered, and what is open of all. */
function countCharges({
  participantBreakdowns,
  openCharges = [],
}: Pick<SettledExpense, 'participantBreakdowns' | 'openCharges'>): {
  readonly count: number;
  readonly covered: number;
  readonly open: Cents;
} {
  const count = participantBreakdowns.filter(({ amountOwed }) => amountOwed !== 0).length;
  return {
    count,
    covered: count - openCharges.length,
    open: cents(sumCents(openCharges.map(({ amount }) => amount))),
  };
}

/** '9 of 12 covered, $412.00 open', or 'All 12 covered'. */
export function describeCharges(
  expense: Pick<SettledExpense, 'participantBreakdowns' | 'openCharges'>,
): string {
  const { count, covered, open } = countCharges(expense);
  if (open === 0) return count === 1 ? 'Covered' : `All ${count} covered`;
  return `${covered} of ${count} covered, ${formatMoney(open)} open`;
}
