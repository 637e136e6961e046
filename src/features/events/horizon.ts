import { lastDay } from '#kit/calendar/calendar-day.ts';
import { type Day, dayOf, type Instant, toDay } from '#kit/day.ts';

/** How far ahead a series always has its occurrences. */
export const horizonMonths = 18;

export function horizonOf(now: Instant, zone: string): Day {
  return toDay(Temporal.PlainDate.from(dayOf(now, zone)).add({ months: horizonMonths }));
}

/** For how many years after those a series is shown: looking beyond makes no rows. */
export const shownYears = 9;

/** Told by how far its rows reach and not by the clock: what a window shows depends on data alone. */
export function shownUntil(expandedUntil: Day): Day {
  const until = Temporal.PlainDate.from(expandedUntil).add({ years: shownYears });
  return until.year < 9999 ? toDay(until) : lastDay;
}
