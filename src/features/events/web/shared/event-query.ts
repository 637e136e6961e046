import type { Id } from '#kit/id.ts';
import { callQuery } from '#web/api/call-query.ts';
import { eventCalls } from '../../contract.ts';
import { eventsKey } from '../../keys.ts';

/** An event at one of its occurrences, by default the next one. */
export function eventQuery(
  calendarId: Id<'calendar'>,
  eventId: Id<'event'>,
  occurrenceId?: Id<'occurrence'>,
) {
  return callQuery(
    [...eventsKey, 'one', calendarId, eventId, occurrenceId ?? 'next'],
    eventCalls.detail,
    { params: { calendarId, eventId }, query: { occurrenceId } },
  );
}
