/**
 * The calls that list calendars and their occurrences. Separate so that screens which only name events do not
 * load the other calls.
 */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { daysWindow } from './days-window.ts';
import { knownTimeZone, listedOccurrence } from './occurrence.ts';

export const calendar = z.object({
  id: id<'calendar'>(),
  name: z.string(),
  /** The chapter's main calendar, which the expense screens use. */
  isMain: z.boolean(),
  timeZone: knownTimeZone,
});
export type Calendar = z.output<typeof calendar>;

/** Lists across several calendars name the calendar of each occurrence. */
const occurrenceWithCalendar = z.object({ ...listedOccurrence.shape, calendarName: z.string() });

const tag = 'Events';
export const calendarParams = z.strictObject({ calendarId: id<'calendar'>() });

export const listingCalls = {
  calendars: endpoint({
    method: 'GET',
    path: '/yearly-calendars',
    tag,
    summary: "List the chapter's calendars, main calendar first",
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({
      items: z.array(calendar),
      /** Whether to offer the sample overview: in the demo and while the chapter has no events. */
      offersSample: z.boolean(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/calendars/{calendarId}/events',
    tag,
    summary: 'List occurrences in a range of days, both ends included, in chronological order',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: calendarParams,
    query: daysWindow,
    reply: z.object({ items: z.array(listedOccurrence) }),
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/calendars/events',
    tag,
    summary: "List occurrences across all of the chapter's calendars",
    policy: 'member',
    cacheUntilNextCommit: true,
    query: daysWindow,
    reply: z.object({ items: z.array(occurrenceWithCalendar) }),
  }),
};
