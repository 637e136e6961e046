/** Every call of the calendars and events: paths, schemas, wire ⇄ domain. */
import * as z from 'zod';
import { day, instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { pageQuery } from '#kit/page.ts';
import { requiredText, text } from '#kit/text.ts';
import { defaultCategoryColor } from './category-color.ts';
import { frequencies } from './recurrence-text.ts';
import { daysBetween, isShortEnough, maxEventDays, maxWindowDays } from './window.ts';

export const maxTitleLength = 200;
export const maxLocationLength = 200;
export const maxDescriptionLength = 5_000;

/** What the database and an instant can hold in every zone. */
const withinReach = (text: string) => text >= '1900' && text < '9999';
const reachable = 'Must be between the years 1900 and 9998';
const calendarDay = day.refine(withinReach, reachable);
const wallTime = localDateTime.refine(withinReach, reachable);

/** Rules between fields are asked only of fields that are right by themselves. */
const whenReadable = (payload: { issues: readonly unknown[] }) => payload.issues.length === 0;

/** Six hexadecimal digits; a leading `#` and capitals are understood. */
const categoryColor = z.codec(
  z.string().regex(/^#?[0-9a-fA-F]{6}$/, 'Must be a colour of six hexadecimal digits'),
  z.string(),
  { decode: (color) => color.replace('#', '').toLowerCase(), encode: (color) => color },
);

/** Our own, so that it is not looked up again for each of a month's events. */
const timeZone = z.string().meta({ description: 'IANA time zone' });

export const calendar = z.object({
  id,
  name: z.string(),
  /** The chapter's main calendar, which the expense screens use. */
  isMain: z.boolean(),
  timeZone,
});
export type Calendar = z.output<typeof calendar>;

export const occurrence = z.object({
  eventId: id,
  occurrenceId: id,
  calendarId: id,
  title: z.string(),
  description: z.string(),
  location: z.string(),
  occurrenceStartDate: instant,
  occurrenceEndDate: instant,
  /** The same times on the wall clock of the event's zone: what a calendar shows. */
  localStart: localDateTime,
  localEnd: localDateTime,
  timeZone,
  /** Display names. */
  participants: z.array(z.string()),
  createdByUserId: id,
  categoryColor,
});
export type Occurrence = z.output<typeof occurrence>;

const recurrencePattern = z.object({
  frequency: z.enum(frequencies),
  interval: z.int(),
  byDay: z.array(z.string()),
  endBy: day.nullable(),
  count: z.int().nullable(),
});

export const eventDetail = z.object({
  id,
  calendarId: id,
  occurrenceId: id,
  title: z.string(),
  description: z.string(),
  location: z.string(),
  /** Wall times of `timeZone`, as they were sent. */
  startDate: localDateTime,
  endDate: localDateTime,
  startsAt: instant,
  endsAt: instant,
  timeZone,
  categoryColor,
  isRecurring: z.boolean(),
  recurrencePattern: recurrencePattern.nullable(),
  /** Display names. */
  participants: z.array(z.string()),
  createdByUserId: id,
  audit: z.object({ createdBy: z.string(), createdAt: instant, updatedAt: instant }),
  version: z.int(),
});
export type EventDetail = z.output<typeof eventDetail>;

export const newEvent = z
  .strictObject({
    title: requiredText(maxTitleLength, 'Title is required'),
    description: text(maxDescriptionLength).trim().default(''),
    location: text(maxLocationLength).trim().default(''),
    startDate: wallTime,
    endDate: wallTime,
    categoryColor: categoryColor.default(defaultCategoryColor),
  })
  .refine((event) => event.endDate >= event.startDate, {
    path: ['endDate'],
    when: whenReadable,
    message: 'The end cannot be before the start',
  })
  .refine((event) => isShortEnough(event.startDate, event.endDate), {
    path: ['endDate'],
    when: whenReadable,
    message: `An event lasts at most ${maxEventDays} days`,
  });
export type NewEvent = z.output<typeof newEvent>;

const window = z
  .strictObject({ startDate: calendarDay, endDate: calendarDay })
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ['endDate'],
    when: whenReadable,
    message: 'The end cannot be before the start',
  })
  .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < maxWindowDays, {
    path: ['endDate'],
    when: whenReadable,
    message: `At most ${maxWindowDays} days at once`,
  });

const year = z.codec(z.string().regex(/^\d{1,4}$/, 'Must be a year'), z.int().min(1).max(9999), {
  decode: (digits) => Number(digits),
  encode: (value) => String(value),
});

const tag = 'Events';
const ofCalendar = z.strictObject({ calendarId: id });
const ofEvent = z.strictObject({ calendarId: id, eventId: id });

export const eventCalls = {
  upcoming: endpoint({
    method: 'GET',
    path: '/events/upcoming',
    tag,
    summary: 'What starts next, over all calendars of the chapter',
    policy: 'member',
    credential: 'cookie-or-bearer',
    query: z.strictObject(pageQuery(40)),
    reply: z.object({ items: z.array(occurrence), hasMore: z.boolean() }),
  }),
  calendars: endpoint({
    method: 'GET',
    path: '/yearly-calendars',
    tag,
    summary: 'The chapter’s calendars, the main one first',
    policy: 'member',
    dependsOnDataAlone: true,
    reply: z.object({ items: z.array(calendar) }),
  }),
  dates: endpoint({
    method: 'GET',
    path: '/yearly-calendars/{calendarId}/dates',
    tag,
    summary: 'The twelve months of a year, the calendar’s current one unless said otherwise',
    policy: 'member',
    params: ofCalendar,
    query: z.strictObject({ year: year.optional() }),
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
  list: endpoint({
    method: 'GET',
    path: '/calendars/{calendarId}/events',
    tag,
    summary: 'What happens on the days of a window, both ends included, in order of time',
    policy: 'member',
    dependsOnDataAlone: true,
    params: ofCalendar,
    query: window,
    reply: z.object({ items: z.array(occurrence) }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/calendars/{calendarId}/events/{eventId}',
    tag,
    summary: 'Read an event',
    policy: 'member',
    dependsOnDataAlone: true,
    params: ofEvent,
    reply: eventDetail,
    version: (reply) => reply.version,
  }),
  create: endpoint({
    method: 'POST',
    path: '/calendars/{calendarId}/events',
    tag,
    summary: 'Add an event; its times are wall times of the calendar’s zone',
    policy: 'member',
    params: ofCalendar,
    body: newEvent,
    reply: eventDetail,
    version: (reply) => reply.version,
  }),
};
