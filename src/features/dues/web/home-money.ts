/** What Home says of money: what the member has to pay, and what of it is due when. */
import type { MemberStanding } from '#features/expenses/summary-contract.ts';
import { describeMoney } from '#features/expenses/web/shared/describe-money.ts';
import { countDaysLate, describeLate, formatNearDay } from '#features/wallets/due-words.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import type { Day } from '#kit/day.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import type { MemberDues } from '../contract.ts';

type Standing = Pick<MemberStanding, 'standing' | 'otherCurrencies'>;
type OwnDues = Pick<MemberDues, 'late' | 'dueOn' | 'dueFirst' | 'waiting'>;

/** `when` follows 'to pay', `alone` an amount. */
type Due = {
  readonly amount: Cents;
  readonly isLate: boolean;
  readonly when: string;
  readonly alone: string;
};

/** The next due amount is shown this many days ahead. */
const soonDays = 30;

/** Undefined if nothing is due soon, or it is recorded as paid. */
export function findDue({ late, dueOn, dueFirst, waiting }: OwnDues, today: Day): Due | undefined {
  if (dueOn === null) return undefined;
  if (late > 0) {
    if (waiting >= late) return undefined;
    const oldest = describeLate(countDaysLate(dueOn, today));
    const when = dueFirst < late ? `up to ${oldest}` : oldest;
    return { amount: late, isLate: true, when, alone: `is ${when}` };
  }
  const amount = dueFirst;
  if (amount === 0 || waiting >= amount || daysBetween(today, dueOn) > soonDays) return undefined;
  if (dueOn === today) return { amount, isLate: false, when: 'today', alone: 'due today' };
  const day = `${nameWeekday(dueOn)}, ${formatNearDay(dueOn, today)}`;
  return { amount, isLate: false, when: `by ${day}`, alone: `due ${day}` };
}

/**
 * '$250.00 to pay by Wednesday, Dec 30.' Open expenses, which are not charged yet, may leave less to pay
 * than what is due; then both are shown.
 */
export function describeMoneyWithDue(
  standing: Standing,
  { amount, isLate, when, alone }: Due,
): string {
  const toPay = cents(-standing.standing);
  if (toPay < amount) {
    const overall = describeMoney(standing);
    return `${formatMoney(amount)} ${alone}. Overall: ${overall.replace(/^[NY]/, (letter) => letter.toLowerCase())}`;
  }
  const isAll = toPay === amount;
  const words = isAll
    ? `${formatMoney(toPay)} to pay${isLate ? ',' : ''} ${when}.`
    : `${formatMoney(toPay)} to pay, ${formatMoney(amount)} of it ${when}.`;
  const { otherCurrencies } = standing;
  return otherCurrencies.length === 0
    ? words
    : `${words} ${describeMoney({ standing: cents(0), otherCurrencies })}`;
}
