/** The state of a charge on a day. No state is stored. */
import {
  countDaysLate,
  describeDue,
  describeLate,
  formatNearDay,
} from '#features/wallets/due-words.ts';
import type { Day } from '#kit/day.ts';
import { cents, formatMoney } from '#kit/money.ts';
import type { ChargeItem } from './contract.ts';

export type ChargeState =
  | 'due'
  | 'late'
  /** Covered, with a payment among what covers it. */
  | 'paid'
  /** Covered by other credits, such as expenses that the member paid. */
  | 'covered'
  | 'waived'
  | 'canceled';

export type StateFacts = Pick<
  ChargeItem,
  'amount' | 'waived' | 'open' | 'dueOn' | 'canceledAt' | 'coveredOn' | 'isPaid'
>;

export function stateOf(item: StateFacts, today: Day): ChargeState {
  if (item.canceledAt !== null) return 'canceled';
  if (item.waived === item.amount) return 'waived';
  if (item.open > 0) return item.dueOn < today ? 'late' : 'due';
  return item.isPaid ? 'paid' : 'covered';
}

/** 'Due Jan 31', 'Due today', '12 days late', 'Paid Jan 28', 'Covered', 'Waived', 'Canceled' */
export function describeState(item: StateFacts, today: Day): string {
  const state = stateOf(item, today);
  if (state === 'late') return describeLate(countDaysLate(item.dueOn, today));
  if (state === 'due') return describeDue(item.dueOn, today);
  if (state === 'paid' && item.coveredOn !== null) {
    return `Paid ${formatNearDay(item.coveredOn, today)}`;
  }
  return stateNames[state];
}

/** Details beside the state: '$100.00 of $250.00 covered', '$50.00 waived'. */
export function describeParts({ amount, waived, open, canceledAt }: StateFacts): string[] {
  if (canceledAt !== null) return [];
  const asked = cents(amount - waived);
  return [
    ...(open > 0 && open < asked
      ? [`${formatMoney(cents(asked - open))} of ${formatMoney(asked)} covered`]
      : []),
    ...(waived > 0 && waived < amount ? [`${formatMoney(waived)} waived`] : []),
  ];
}

const stateNames: Record<ChargeState, string> = {
  due: 'Due',
  late: 'Late',
  paid: 'Paid',
  covered: 'Covered',
  waived: 'Waived',
  canceled: 'Canceled',
};
