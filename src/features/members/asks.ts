/** Which asks Home shows: all fresh ones in turn, never by how many liked them. */
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import type { Day } from '#kit/day.ts';

/** After so many days an ask is no longer shown to others until its owner keeps it. */
export const askDays = 45;

const shownAsks = 3;

/** The first day whose asks are still fresh. */
export const firstFreshDay = (today: Day): Day => addDays(today, 1 - askDays);

/** The next few each day, so that everyone has a turn; the same for all members on the same day. */
export function pickAsks<Ask>(inOrder: readonly Ask[], today: Day): Ask[] {
  const { length } = inOrder;
  if (length <= shownAsks) return [...inOrder];
  const start = (daysBetween('2000-01-01', today) * shownAsks) % length;
  return Array.from({ length: shownAsks }, (_, place) => inOrder[(start + place) % length] as Ask);
}
