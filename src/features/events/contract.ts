/** Every call for calendars and events, except RSVPs (rsvp-contract.ts). */
import * as z from 'zod/mini';
import { day } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { pageQuery } from '#kit/page.ts';
import { requiredText, text, textLike } from '#kit/text.ts';
import { fromDigits, wholeNumber } from '#kit/whole-number.ts';
import { eventCard, eventChange, eventDetail, newEvent, scopeSelection } from './event.ts';
import { calendar, calendarParams, listingCalls } from './listing-contract.ts';
import { upcomingCall } from './summary-contract.ts';

export const maxCalendarNameLength = 100;

const calendarName = requiredText(maxCalendarNameLength, 'Name is required').check(...lineRules);

const year = fromDigits(textLike(/^\d{1,4}$/, 'Must be a year'), wholeNumber(1, 9999));

const tag = 'Events';
const eventParams = z.strictObject({ calendarId: id<'calendar'>(), eventId: id<'event'>() });

export const eventCalls = {
  upcoming: upcomingCall,
  ...listingCalls,
  createCalendar: endpoint({
    method: 'POST',
    path: '/yearly-calendars',
    tag,
    summary: "Create a calendar in the chapter's time zone",
    policy: 'member',
    body: z.strictObject({ name: calendarName }),
    reply: calendar,
  }),
  changeCalendar: endpoint({
    method: 'PUT',
    path: '/yearly-calendars/{calendarId}',
    tag,
    summary: 'Rename a calendar or make it the main calendar',
    policy: 'member',
    params: calendarParams,
    body: z.strictObject({ name: calendarName, isMain: z.boolean() }),
    reply: calendar,
  }),
  dates: endpoint({
    method: 'GET',
    path: '/yearly-calendars/{calendarId}/dates',
    tag,
    summary: "List the days of a year by month; defaults to the calendar's current year",
    policy: 'member',
    params: calendarParams,
    query: z.strictObject({ year: z.optional(year) }),
    reply: z.object({
      items: z.array(
        z.object({
          month: z.int(),
          year: z.int(),
          days: z.array(z.object({ date: day, dayOfWeek: z.string() })),
        }),
      ),
    }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/events',
    tag,
    summary: 'List upcoming events, soonest first, or past events, latest first',
    policy: 'member',
    query: z.strictObject({
      ...pageQuery(20),
      when: z._default(z.enum(['upcoming', 'past']), 'upcoming'),
      /** The year in which it starts, in its own time zone. */
      year: z.optional(year),
      /** Matched against title, description and location. */
      search: z.optional(text(200)),
    }),
    reply: z.object({ items: z.array(eventCard), totalCount: z.int(), hasMore: z.boolean() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/events/figures',
    tag,
    summary:
      'Event summary: events this month, total RSVPs, days until the next event, archive years',
    policy: 'member',
    reply: z.object({
      eventsThisMonth: z.int(),
      /** People with a spot at any upcoming event, guests included. */
      totalRsvps: z.int(),
      daysUntilNextEvent: z.nullable(z.int()),
      /** Years with past events, newest first. */
      years: z.array(z.object({ year: z.int(), count: z.int() })),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/calendars/{calendarId}/events/{eventId}',
    tag,
    summary:
      'Read an event at one occurrence; defaults to the next one, or the last if none is upcoming',
    policy: 'member',
    params: eventParams,
    query: z.strictObject({ occurrenceId: z.optional(id<'occurrence'>()) }),
    reply: eventDetail,
    version: (reply) => reply.version,
  }),
  create: endpoint({
    method: 'POST',
    path: '/calendars/{calendarId}/events',
    tag,
    summary: "Create an event; times are local times in the calendar's time zone",
    policy: 'member',
    params: calendarParams,
    body: newEvent,
    reply: eventDetail,
    version: (reply) => reply.version,
    maxBodyBytes: 64 * 1024,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/calendars/{calendarId}/events/{eventId}',
    tag,
    summary: 'Update one occurrence, this and following ones (split into a new event), or all',
    policy: 'member',
    params: eventParams,
    body: eventChange,
    reply: eventDetail,
    version: (reply) => reply.version,
    maxBodyBytes: 64 * 1024,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/calendars/{calendarId}/events/{eventId}',
    tag,
    summary:
      'Delete one occurrence, this and following ones, or all; RSVPs are kept, marked as canceled',
    policy: 'member',
    params: eventParams,
    query: scopeSelection,
    /** The number of canceled occurrences. */
    reply: z.object({ occurrences: z.int() }),
  }),
  consequences: endpoint({
    method: 'GET',
    path: '/calendars/{calendarId}/events/{eventId}/consequences',
    tag,
    summary: 'Preview what updating or deleting this part of an event would affect',
    policy: 'member',
    params: eventParams,
    query: scopeSelection,
    reply: z.object({
      occurrences: z.int(),
      /** People who are going, may go or are on the waitlist. */
      answers: z.int(),
      /** Expenses linked to the event; they are kept. */
      expenses: z.int(),
    }),
  }),
};
