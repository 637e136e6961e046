/** The events call that Home needs. Separate so that Home does not load the other calls. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { pageQuery } from '#kit/page.ts';
import { occurrence } from './occurrence.ts';
import { occurrenceRsvp } from './rsvp/occurrence-rsvp.ts';

/** Includes the caller's RSVP, which Home shows. */
const upcomingEvent = z.object({ ...occurrence.shape, rsvp: occurrenceRsvp });

export const upcomingCall = endpoint({
  method: 'GET',
  path: '/events/upcoming',
  tag: 'Events',
  summary: 'The next event across all calendars of the chapter',
  policy: 'member',
  credential: 'cookie-or-bearer',
  query: z.strictObject(pageQuery(40)),
  reply: z.object({ items: z.array(upcomingEvent), hasMore: z.boolean() }),
});
