/** The events an expense can be linked to: this year's in the main calendar. */
import { useQuery } from '@tanstack/react-query';
import type { Occurrence } from '#features/events/occurrence.ts';
import { calendarsQuery, eventsBetweenQuery } from '#features/events/web/queries.ts';
import { type Day, formatShortDate, type Instant, localToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';

export type EventChoice = {
  readonly id: Id<'event'>;
  readonly title: string;
  readonly date: string;
};

const none: readonly Occurrence[] = [];

export type EventChoices = {
  readonly choices: readonly EventChoice[];
  /** All occurrences of these events. */
  readonly occurrences: readonly Occurrence[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
};

/** `year` is the current one by default; nothing is read before `isWanted`. */
export function useEventChoices(year?: number, isWanted = true): EventChoices {
  const { chapter } = useSession();
  const calendars = useQuery({ ...calendarsQuery, enabled: isWanted });
  const mainId = calendars.data?.find((calendar) => calendar.isMain)?.id;
  const now = Temporal.Now.zonedDateTimeISO(chapter.timeZone);
  const shown = year ?? now.year;
  const events = useQuery(eventsBetweenQuery(mainId, `${shown}-01-01`, `${shown}-12-31`));
  const isFailed = calendars.isError || events.isError;
  return {
    choices: toChoices(events.data ?? [], toInstant(now.toInstant())),
    occurrences: events.data ?? none,
    isLoading: !isFailed && events.isPending,
    isFailed,
    retry: () => void (calendars.isError ? calendars : events).refetch(),
  };
}

/** One choice per event, with the date of the occurrence nearest to now. */
export function toChoices(occurrences: readonly Occurrence[], now: Instant): EventChoice[] {
  const nearest = new Map<Id<'event'>, Occurrence>();
  for (const occurrence of occurrences) {
    const known = nearest.get(occurrence.eventId);
    if (!known || distance(occurrence, now) < distance(known, now)) {
      nearest.set(occurrence.eventId, occurrence);
    }
  }
  return [...nearest.values()]
    .toSorted((one, other) => (one.occurrenceStartDate < other.occurrenceStartDate ? 1 : -1))
    .map((occurrence) => ({
      id: occurrence.eventId,
      title: occurrence.title,
      date: formatShortDate(occurrence.occurrenceStartDate, occurrence.timeZone),
    }));
}

/** The event's occurrence nearest to `day`, which the expense is most likely for. */
export function findNearestOccurrence(
  occurrences: readonly Occurrence[],
  eventId: Id<'event'>,
  day: Day,
): Occurrence | undefined {
  const daysAway = ({ localStart }: Occurrence) =>
    Math.abs(Temporal.PlainDate.from(day).until(localToDay(localStart)).days);
  return occurrences
    .filter((each) => each.eventId === eventId)
    .toSorted((one, other) => daysAway(one) - daysAway(other))[0];
}

function distance(occurrence: Occurrence, now: Instant): number {
  const start = Temporal.Instant.from(occurrence.occurrenceStartDate);
  return Math.abs(start.epochMilliseconds - Temporal.Instant.from(now).epochMilliseconds);
}
