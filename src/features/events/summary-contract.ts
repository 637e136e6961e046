/** The events call that Home needs. Separate so that Home does not load the other calls. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { pageQuery } from '#kit/page.ts';
import { occurrence } from './occurrence.ts';
import { occurrenceRsvp } from './rsvp/occurrence-rsvp.ts';

/** Members who are going and have a spot, in order of arrival. */
const faces = z.object({
  /** The first five; `isNew` for so many days after they joined. */
  people: z.array(z.object({ id: id<'member'>(), name: z.string(), isNew: z.boolean() })),
  /** All of them, without their guests. */
  count: z.int(),
});
export type EventFaces = z.output<typeof faces>;

/** Includes the caller's RSVP and who is going, which Home shows. */
const upcomingEvent = z.object({ ...occurrence.shape, rsvp: occurrenceRsvp, faces });

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
