import { addDays } from '#kit/calendar/month.ts';
import { type Day, dayOfLocal, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type OnCalendar = {
  readonly occurrenceId: Id<'occurrence'>;
  readonly localStart: LocalDateTime;
  readonly localEnd: LocalDateTime;
};

/** The last day of something: what ends at midnight sharp ended on the day before. */
export function lastDayOn({ localStart, localEnd }: Omit<OnCalendar, 'occurrenceId'>): Day {
  const endDay = dayOfLocal(localEnd);
  const isOverAtMidnight = localEnd.endsWith('T00:00') && localEnd > localStart;
  return isOverAtMidnight ? addDays(endDay, -1) : endDay;
}

/**
 * What happens on each of the days, which follow one another, by start and, at the same time, the
 * longer first; something of several days is on each of them. Occurrences told twice count once.
 */
export function eventsByDay<T extends OnCalendar>(
  days: readonly Day[],
  occurrences: readonly T[],
): Map<Day, T[]> {
  const byDay = new Map<Day, T[]>(days.map((day) => [day, []]));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return byDay;
  const once = new Map(occurrences.map((each) => [each.occurrenceId, each]));
  for (const each of [...once.values()].sort(inOrder)) {
    const end = lastDayOn(each);
    const start = dayOfLocal(each.localStart);
    let day: Day = start < first ? first : start;
    while (day <= end && day <= last) {
      byDay.get(day)?.push(each);
      day = addDays(day, 1);
    }
  }
  return byDay;
}

function inOrder(a: OnCalendar, b: OnCalendar): number {
  if (a.localStart !== b.localStart) return a.localStart < b.localStart ? -1 : 1;
  if (a.localEnd !== b.localEnd) return a.localEnd > b.localEnd ? -1 : 1;
  return a.occurrenceId < b.occurrenceId ? -1 : 1;
}
