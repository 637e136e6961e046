/**
 * Nights on which clocks change. The hub keeps the wall clock of a series (decision 15); other calendars
 * may keep its duration, or choose another moment for a time that is skipped or happens twice. A feed
 * lists these occurrences by themselves, in UTC.
 */
import { isAllDay } from '../all-day.ts';
import { isOdd, toInstants } from '../instants.ts';
import { type LocalTimes, minutesBetween } from '../series.ts';

export function isOnClockChange({ start, end }: LocalTimes, zone: string): boolean {
  // A day is a day, however long.
  if (isAllDay(start, end)) return false;
  const { startsAt, endsAt } = toInstants(start, end, zone);
  const minutes = Temporal.Instant.from(startsAt).until(endsAt).total('minutes');
  return minutes !== minutesBetween(start, end) || [start, end].some((each) => isOdd(each, zone));
}
