import type { Day } from '#kit/day.ts';
import { callQuery } from '#web/api/call-query.ts';
import { eventsKey } from '../../keys.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

/** One's own RSVPs to the occurrences on these days, both included. */
export function ownRsvpsQuery(startDate: Day, endDate: Day) {
  return callQuery([...eventsKey, 'own', startDate, endDate], rsvpCalls.own, {
    query: { startDate, endDate },
  });
}
