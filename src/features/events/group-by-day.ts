import { addDays } from '#kit/calendar/month.ts';
import { type Day, type LocalDateTime, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type CalendarOccurrence = {
  readonly occurrenceId: Id<'occurrence'>;
  readonly localStart: LocalDateTime;
  readonly localEnd: LocalDateTime;
};

/** The last day of an occurrence; one that ends at midnight ended on the day before. */
export function lastDayOfOccurrence({
  localStart,
  localEnd,
}: Omit<CalendarOccurrence, 'occurrenceId'>): Day {
  const endDay = localToDay(localEnd);
  const endsAtMidnight = localEnd.endsWith('T00:00') && localEnd > localStart;
  return endsAtMidnight ? addDays(endDay, -1) : endDay;
}

/** A night ends at this time of day. */
const nightEnd = '06:00';

/**
 * The last day on which a calendar shows an occurrence. One that runs into the night after its first
 * day, such as a party until 2 AM, is shown on that day only.
 */
export function lastShownDay(times: Omit<CalendarOccurrence, 'occurrenceId'>): Day {
  const { localStart, localEnd } = times;
  const first = localToDay(localStart);
  const endsInNextNight =
    localToDay(localEnd) === addDays(first, 1) && localEnd.slice(11) < nightEnd;
  const isUnderOneDay = localEnd.slice(11) < localStart.slice(11);
  return endsInNextNight && isUnderOneDay ? first : lastDayOfOccurrence(times);
}

/**
 * Groups occurrences by day. `days` must be consecutive. Each day is ordered by start, then longest
 * first; an occurrence that spans several days is on each of them. Duplicates are dropped.
 */
export function groupByDay<T extends CalendarOccurrence>(
  days: readonly Day[],
  occurrences: readonly T[],
): Map<Day, T[]> {
  const byDay = new Map<Day, T[]>(days.map((day) => [day, []]));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return byDay;
  const unique = new Map(occurrences.map((each) => [each.occurrenceId, each]));
  for (const each of [...unique.values()].sort(compareOccurrences)) {
    const end = lastShownDay(each);
    const start = localToDay(each.localStart);
    let day: Day = start < first ? first : start;
    while (day <= end && day <= last) {
      byDay.get(day)?.push(each);
      day = addDays(day, 1);
    }
  }
  return byDay;
}

function compareOccurrences(a: CalendarOccurrence, b: CalendarOccurrence): number {
  if (a.localStart !== b.localStart) return a.localStart < b.localStart ? -1 : 1;
  if (a.localEnd !== b.localEnd) return a.localEnd > b.localEnd ? -1 : 1;
  return a.occurrenceId < b.occurrenceId ? -1 : 1;
}
