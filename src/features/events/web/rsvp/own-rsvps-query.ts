import { queryOptions } from '@tanstack/react-query';
import type { Day } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { eventsKey } from '../../keys.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

/** One's own RSVPs to the occurrences on these days, both included. */
export function ownRsvpsQuery(startDate: Day, endDate: Day) {
  return queryOptions({
    queryKey: [...eventsKey, 'own', startDate, endDate],
    queryFn: ({ signal }) => call(rsvpCalls.own, { query: { startDate, endDate }, signal }),
  });
}
