/** A charge of a calendar year for who joined in it. */
import type { Day } from '#kit/day.ts';
import { type Cents, cents } from '#kit/money.ts';

const monthsOfYear = 12;

/** Months from the one of joining to the end of that year. */
export function countMonthsLeft(joinedOn: Day): number {
  return monthsOfYear + 1 - Number(joinedOn.slice(5, 7));
}

/** The amount × the months left ÷ 12, half a cent up. */
export function prorate(amount: Cents, joinedOn: Day): Cents {
  const twelfths = amount * countMonthsLeft(joinedOn);
  const rest = twelfths % monthsOfYear;
  return cents((twelfths - rest) / monthsOfYear + (rest * 2 >= monthsOfYear ? 1 : 0));
}

/** The year whose new members are meant: this one, or early in a year in which no one has joined yet, the last. */
export function findProratedYear(joined: readonly Day[], today: Day): string | undefined {
  const thisYear = today.slice(0, 4);
  const lastYear = String(Number(thisYear) - 1).padStart(4, '0');
  return [thisYear, lastYear].find((year) => joined.some((day) => day.startsWith(`${year}-`)));
}
