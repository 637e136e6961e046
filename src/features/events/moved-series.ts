/** Finds the occurrences of a series again after another program changed it, without saying how. */
import type { Budget } from '#kit/budget.ts';
import { addDays, getFirstDay, getLastDay, toMonth } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { createOccurrenceLookup, generateOriginalStarts, type Series } from './series.ts';

/**
 * The new start of each occurrence: the same if the changed series has it; otherwise at the new time on
 * its day; otherwise as many days later as the weekday moved; otherwise, for monthly rules, in its month.
 * Those without a place are missing. Others have their turn before each date.
 */
export async function mapMovedSeries(
  before: Series,
  after: Series,
  originals: readonly LocalDateTime[],
  {
    horizon,
    steps,
    nextTurn,
  }: {
    readonly horizon: Day;
    readonly steps: Budget | undefined;
    readonly nextTurn: () => Promise<unknown>;
  },
): Promise<Map<LocalDateTime, LocalDateTime>> {
  if (!before.rule && !after.rule)
    return new Map(originals.includes(before.start) ? [[before.start, after.start]] : []);
  const hasOccurrenceAt = createOccurrenceLookup(after, horizon, steps);
  const newStartByOldStart = new Map<LocalDateTime, LocalDateTime>();
  const taken = new Set<LocalDateTime>();
  const place = async (old: LocalDateTime, now: LocalDateTime) => {
    await nextTurn();
    if (newStartByOldStart.has(old) || taken.has(now) || !hasOccurrenceAt(now)) return;
    newStartByOldStart.set(old, now);
    taken.add(now);
  };
  const [time, days] = [localToTime(after.start), findShift(before, after)];
  for (const old of originals) await place(old, old);
  for (const old of originals) await place(old, `${localToDay(old)}T${time}`);
  const left = originals.filter((old) => !newStartByOldStart.has(old));
  for (const old of left) await place(old, `${addDays(localToDay(old), days)}T${time}`);
  if (after.rule?.frequency !== 'monthly') return newStartByOldStart;
  for (const old of originals.filter((each) => !newStartByOldStart.has(each))) {
    const month = toMonth(old);
    const window = { from: getFirstDay(month), to: getLastDay(month) };
    for (const now of generateOriginalStarts(after, window, steps)) await place(old, now);
  }
  return newStartByOldStart;
}

/** In days. A series that also begins weeks later than before has only moved to another weekday. */
function findShift(before: Series, after: Series): number {
  const days = daysBetween(localToDay(before.start), localToDay(after.start));
  return Math.abs(days) < 7 ? days : (((days % 7) + 10) % 7) - 3;
}
