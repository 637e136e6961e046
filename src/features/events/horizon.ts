import { lastDay } from '#kit/calendar/calendar-day.ts';
import { type Day, type Instant, instantToDay, toDay } from '#kit/day.ts';

/** How far ahead every series has rows for its occurrences. */
const horizonMonths = 18;

export function computeHorizon(now: Instant, zone: string): Day {
  return toDay(Temporal.PlainDate.from(instantToDay(now, zone)).add({ months: horizonMonths }));
}

/** How many years beyond its rows a series is shown; viewing later dates creates no rows. */
const yearsShownBeyondRows = 9;

/** Computed from the rows and not from the clock, so that a window depends on data alone. */
export function lastShownDay(expandedUntil: Day): Day {
  const until = Temporal.PlainDate.from(expandedUntil).add({ years: yearsShownBeyondRows });
  return until.year < 9999 ? toDay(until) : lastDay;
}
