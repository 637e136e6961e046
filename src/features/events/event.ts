/** What an event is on the wire and in the domain: told, added, changed. */
import * as z from 'zod/mini';
import { reachable, withinReach } from '#kit/calendar/calendar-day.ts';
import { isShortEnough, maxEventDays } from '#kit/calendar/window.ts';
import { instant, type LocalDateTime, localDateTime } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { recurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { requiredText, text } from '#kit/text.ts';
import { wholeNumber } from '#kit/whole-number.ts';
import { defaultCategoryColor } from './category-color.ts';
import { categoryColor, knownTimeZone, occurrence } from './occurrence.ts';
import { occurrenceRsvp } from './rsvp/occurrence-rsvp.ts';

export const maxTitleLength = 200;
export const maxLocationLength = 200;
export const maxDescriptionLength = 5_000;
export const maxCapacity = 10_000;
/** Thirty days. */
export const maxRsvpClosesMinutesBefore = 43_200;

const wallTime = localDateTime.check(z.refine(withinReach, reachable));

/** Heads that have a place; null: as many as like. */
const capacity = z.nullable(wholeNumber(1, maxCapacity));
/** How long before its start answers end; null: they are taken until it is over. */
const rsvpClosesMinutesBefore = z.nullable(wholeNumber(0, maxRsvpClosesMinutesBefore));

export const eventDetail = z.object({
  id: id<'event'>(),
  calendarId: id<'calendar'>(),
  occurrenceId: id<'occurrence'>(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  /** Wall times of `timeZone`, of this occurrence. */
  startDate: localDateTime,
  endDate: localDateTime,
  startsAt: instant,
  endsAt: instant,
  timeZone: knownTimeZone,
  categoryColor,
  isRecurring: z.boolean(),
  /** This occurrence differs from its series. */
  isException: z.boolean(),
  recurrencePattern: z.nullable(recurrencePattern),
  /** Wall times of the first occurrence that the series had when it was made or last changed. */
  series: z.object({ startDate: localDateTime, endDate: localDateTime }),
  capacity,
  rsvpClosesMinutesBefore,
  rsvp: occurrenceRsvp,
  /** Display names of those who come. */
  participants: z.array(z.string()),
  createdByUserId: id<'member'>(),
  audit: z.object({ createdBy: z.string(), createdAt: instant, updatedAt: instant }),
  /** Of the whole series. */
  version: z.int(),
});
export type EventDetail = z.output<typeof eventDetail>;

/** An occurrence as a list shows it that is answered from. */
export const eventCard = z.object({
  ...occurrence.shape,
  capacity,
  rsvpDeadline: z.nullable(instant),
  rsvp: occurrenceRsvp,
  isRecurring: z.boolean(),
});
export type EventCard = z.output<typeof eventCard>;

/** Rules between fields are asked only of fields that are right by themselves. */
export const whenReadable = (payload: { issues: readonly unknown[] }) =>
  payload.issues.length === 0;

type Times = { readonly startDate: LocalDateTime; readonly endDate: LocalDateTime };

const endsInOrder = {
  check: ({ startDate, endDate }: Times) => endDate >= startDate,
  params: {
    path: ['endDate'],
    when: whenReadable,
    message: 'The end cannot be before the start',
  },
};
const lastsNotTooLong = {
  check: ({ startDate, endDate }: Times) => isShortEnough(startDate, endDate),
  params: {
    path: ['endDate'],
    when: whenReadable,
    message: `An event can last at most ${maxEventDays} days`,
  },
};

const title = requiredText(maxTitleLength, 'Title is required');
const description = text(maxDescriptionLength).check(z.trim());
const location = text(maxLocationLength).check(z.trim());

export const newEvent = z
  .strictObject({
    title,
    description: z._default(description, ''),
    location: z._default(location, ''),
    /** Wall times of the calendar's zone, of the first occurrence. */
    startDate: wallTime,
    endDate: wallTime,
    categoryColor: z._default(categoryColor, defaultCategoryColor),
    recurrence: z._default(z.nullable(recurrencePattern), null),
    capacity: z._default(capacity, null),
    rsvpClosesMinutesBefore: z._default(rsvpClosesMinutesBefore, null),
  })
  .check(
    z.refine(endsInOrder.check, endsInOrder.params),
    z.refine(lastsNotTooLong.check, lastsNotTooLong.params),
  );
export type NewEvent = z.output<typeof newEvent>;

export const scopes = ['one', 'following', 'all'] as const;
/** How much of a series is meant: this occurrence, this and all after it, or the whole of it. */
export type Scope = (typeof scopes)[number];

/**
 * An occurrence as it is to be. What differs from what it is now changes, in as much of the series
 * as `scope` says; what other occurrences have of their own stays theirs.
 */
export const eventChange = z
  .strictObject({
    scope: z.enum(scopes),
    occurrenceId: id<'occurrence'>(),
    title,
    description,
    location,
    startDate: wallTime,
    endDate: wallTime,
    categoryColor,
    /** Missing: as it was. Null: it happens once. */
    recurrence: z.optional(z.nullable(recurrencePattern)),
    capacity,
    rsvpClosesMinutesBefore,
  })
  .check(
    z.refine(endsInOrder.check, endsInOrder.params),
    z.refine(lastsNotTooLong.check, lastsNotTooLong.params),
  );
export type EventChange = z.output<typeof eventChange>;

/** Which part of an event; the whole of it unless said otherwise. */
export const partOfEvent = z
  .strictObject({
    scope: z._default(z.enum(scopes), 'all'),
    occurrenceId: z.optional(id<'occurrence'>()),
  })
  .check(
    z.refine(({ scope, occurrenceId }) => scope === 'all' || occurrenceId !== undefined, {
      path: ['occurrenceId'],
      when: whenReadable,
      message: 'occurrenceId is required unless the scope is all',
    }),
  );
export type PartOfEvent = z.output<typeof partOfEvent>;
