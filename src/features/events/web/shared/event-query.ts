import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { eventCalls } from '../../contract.ts';
import { eventsKey } from '../../keys.ts';

/** An event at one of its occurrences, by default the next one. */
export function eventQuery(
  calendarId: Id<'calendar'>,
  eventId: Id<'event'>,
  occurrenceId?: Id<'occurrence'>,
) {
  return queryOptions({
    queryKey: [...eventsKey, 'one', calendarId, eventId, occurrenceId ?? 'next'],
    queryFn: ({ signal }) =>
      call(eventCalls.detail, {
        params: { calendarId, eventId },
        query: { occurrenceId },
        signal,
      }),
  });
}
