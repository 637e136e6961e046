/** The events an expense may belong to: those of the chapter's main calendar, this year. */
import { useQuery } from '@tanstack/react-query';
import type { Occurrence } from '#features/events/occurrence.ts';
import { calendarsQuery, eventsBetweenQuery } from '#features/events/web/queries.ts';
import { type Day, dayOfLocal, formatShortDate, type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';

export type EventChoice = {
  readonly id: Id<'event'>;
  readonly title: string;
  readonly date: string;
};

export type EventChoices = {
  readonly choices: readonly EventChoice[];
  /** Every time that they happen. */
  readonly occurrences: readonly Occurrence[];
  readonly isFailed: boolean;
  readonly retry: () => void;
};

export function useEventChoices(): EventChoices {
  const { chapter } = useSession();
  const calendars = useQuery(calendarsQuery);
  const mainId = calendars.data?.find((calendar) => calendar.isMain)?.id;
  const now = Temporal.Now.zonedDateTimeISO(chapter.timeZone);
  const events = useQuery(eventsBetweenQuery(mainId, `${now.year}-01-01`, `${now.year}-12-31`));
  return {
    choices: choicesOf(events.data ?? [], toInstant(now.toInstant())),
    occurrences: events.data ?? [],
    isFailed: calendars.isError || events.isError,
    retry: () => void (calendars.isError ? calendars : events).refetch(),
  };
}

/** One choice an event, however often it takes place: the date is that nearest to now. */
export function choicesOf(occurrences: readonly Occurrence[], now: Instant): EventChoice[] {
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

/** Of an event's occurrences the one nearest to a day: the evening that was paid for. */
export function occurrenceNear(
  occurrences: readonly Occurrence[],
  eventId: Id<'event'>,
  day: Day,
): Occurrence | undefined {
  const daysAway = ({ localStart }: Occurrence) =>
    Math.abs(Temporal.PlainDate.from(day).until(dayOfLocal(localStart)).days);
  return occurrences
    .filter((each) => each.eventId === eventId)
    .toSorted((one, other) => daysAway(one) - daysAway(other))[0];
}

function distance(occurrence: Occurrence, now: Instant): number {
  const start = Temporal.Instant.from(occurrence.occurrenceStartDate);
  return Math.abs(start.epochMilliseconds - Temporal.Instant.from(now).epochMilliseconds);
}
