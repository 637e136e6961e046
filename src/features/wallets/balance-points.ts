/** The course of a balance: what it was at the end of each day on which it changed. */
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import type { Day } from '#kit/day.ts';
import { type Cents, cents } from '#kit/money.ts';

export type BalancePoint = { readonly day: Day; readonly balance: Cents };
export type DayMovement = { readonly day: Day; readonly amount: Cents };

/** The lowest, the highest and the last point of each stretch are kept, and both ends. */
const stretches = 80;
export const maxBalancePoints = 3 * stretches + 2;

/**
 * The balance at the end of each day, backward from the current one; before them the day before the
 * first, with what the movements started from. `movements` are in the order of their days.
 */
export function buildBalancePoints(
  currentBalance: Cents,
  movements: readonly DayMovement[],
): BalancePoint[] {
  const [first] = movements;
  if (!first) return [];
  let balance: number = currentBalance;
  const points: BalancePoint[] = [];
  for (const { day, amount } of movements.toReversed()) {
    points.push({ day, balance: cents(balance) });
    balance -= amount;
  }
  const before = addDays(first.day, -1);
  points.push({ day: before, balance: cents(balance) });
  return points.reverse();
}

/**
 * At most `maxBalancePoints` of the points: both ends, and of each stretch of time the lowest, the
 * highest and the last, so that no extreme is lost.
 */
export function thinBalancePoints(points: readonly BalancePoint[]): BalancePoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= maxBalancePoints) return [...points];
  const days = points.map(({ day }) => daysBetween(first.day, day));
  const length = (days.at(-1) ?? 0) + 1;
  const byStretch = Map.groupBy(points.keys(), (place) =>
    Math.floor(((days[place] ?? 0) * stretches) / length),
  );
  const kept = new Set([0, points.length - 1]);
  for (const places of byStretch.values()) {
    const balanceAt = (place: number) => points[place]?.balance ?? 0;
    kept.add(places.reduce((low, place) => (balanceAt(place) < balanceAt(low) ? place : low)));
    kept.add(places.reduce((high, place) => (balanceAt(place) > balanceAt(high) ? place : high)));
    kept.add(places.at(-1) ?? 0);
  }
  return points.filter((_, place) => kept.has(place));
}
