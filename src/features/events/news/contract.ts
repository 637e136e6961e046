import * as z from 'zod/mini';
import { localDateTime } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { happened } from '#kit/news.ts';

/**
 * An upcoming event: `moved` and `canceled` if the member is coming or may come, `spot-given` if they
 * were promoted from its waitlist.
 */
export const eventNews = z.object({
  ...happened,
  kind: z.enum(['event-added', 'event-moved', 'event-canceled', 'spot-given']),
  title: z.string(),
  localStart: localDateTime,
  calendarId: id<'calendar'>(),
  eventId: id<'event'>(),
  /** Null if it no longer exists. */
  occurrenceId: z.nullable(id<'occurrence'>()),
});
export type EventNews = z.output<typeof eventNews>;
