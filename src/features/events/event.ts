/** The shapes of an event that are read, created and changed. */
import * as z from 'zod/mini';
import { reachable, withinReach } from '#kit/calendar/calendar-day.ts';
import { isShortEnough, maxEventDays } from '#kit/calendar/window.ts';
import { instant, type LocalDateTime, localDateTime } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { recurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { requiredText, text } from '#kit/text.ts';
import { whenFieldsAreValid } from '#kit/valid-fields.ts';
import { wholeNumber } from '#kit/whole-number.ts';
import { defaultCategoryColor } from './categories/category-color.ts';
import { categoryColor, knownTimeZone, occurrence } from './occurrence.ts';
import { guestCount, maxGuests, occurrenceRsvp } from './rsvp/occurrence-rsvp.ts';

export const maxTitleLength = 200;
export const maxLocationLength = 200;
export const maxDescriptionLength = 5_000;
export const maxCapacity = 10_000;
/** Thirty days. */
export const maxRsvpClosesMinutesBefore = 43_200;

const localTime = localDateTime.check(z.refine(withinReach, reachable));

/** The number of spots; null means unlimited. */
const capacity = z.nullable(wholeNumber(1, maxCapacity));
/** How long before the start RSVPs close; null means at the end. */
const rsvpClosesMinutesBefore = z.nullable(wholeNumber(0, maxRsvpClosesMinutesBefore));

export const eventDetail = z.object({
  id: id<'event'>(),
  calendarId: id<'calendar'>(),
  occurrenceId: id<'occurrence'>(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  /** Local times of this occurrence, in `timeZone`. */
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
  /** Local times of the first occurrence when the series was created or last changed. */
  series: z.object({ startDate: localDateTime, endDate: localDateTime }),
  capacity,
  /** Guests that each member may bring. */
  maxGuests: guestCount,
  rsvpClosesMinutesBefore,
  rsvp: occurrenceRsvp,
  /** Display names of the attendees. */
  participants: z.array(z.string()),
  /** Only the host, treasurers and admins see who is coming, at every date. */
  hidesNames: z.boolean(),
  /** The files of this occurrence, in order. */
  fileIds: z.array(id<'file'>()),
  createdByUserId: id<'member'>(),
  audit: z.object({ createdBy: z.string(), createdAt: instant, updatedAt: instant }),
  /** The version of the whole series. */
  version: z.int(),
});
export type EventDetail = z.output<typeof eventDetail>;

/** An occurrence in a list that takes RSVPs. */
export const eventCard = z.object({
  ...occurrence.shape,
  /** In the order of `participants`. */
  participantIds: z.array(id<'member'>()),
  capacity,
  rsvpDeadline: z.nullable(instant),
  rsvp: occurrenceRsvp,
  isRecurring: z.boolean(),
});
export type EventCard = z.output<typeof eventCard>;

type Times = { readonly startDate: LocalDateTime; readonly endDate: LocalDateTime };

const endNotBeforeStart = {
  check: ({ startDate, endDate }: Times) => endDate >= startDate,
  params: {
    path: ['endDate'],
    when: whenFieldsAreValid,
    message: 'The end cannot be before the start',
  },
};
const durationWithinLimit = {
  check: ({ startDate, endDate }: Times) => isShortEnough(startDate, endDate),
  params: {
    path: ['endDate'],
    when: whenFieldsAreValid,
    message: `An event can last at most ${maxEventDays} days`,
  },
};

const title = requiredText(maxTitleLength, 'Title is required').check(...lineRules);
const description = text(maxDescriptionLength).check(z.trim(), ...textRules);
const location = text(maxLocationLength).check(z.trim(), ...lineRules);

export const newEvent = z
  .strictObject({
    title,
    description: z._default(description, ''),
    location: z._default(location, ''),
    /** Local times of the first occurrence, in the calendar's time zone. */
    startDate: localTime,
    endDate: localTime,
    categoryColor: z._default(categoryColor, defaultCategoryColor),
    recurrence: z._default(z.nullable(recurrencePattern), null),
    capacity: z._default(capacity, null),
    maxGuests: z._default(guestCount, maxGuests),
    rsvpClosesMinutesBefore: z._default(rsvpClosesMinutesBefore, null),
    hidesNames: z.optional(z.boolean()),
    /** Of a series, about its first occurrence that is not over; about none if all are. */
    emailsMembers: z.optional(z.boolean()),
  })
  .check(
    z.refine(endNotBeforeStart.check, endNotBeforeStart.params),
    z.refine(durationWithinLimit.check, durationWithinLimit.params),
  );
export type NewEvent = z.output<typeof newEvent>;

const scopes = ['one', 'following', 'all'] as const;
/** How much of a series a change covers: this occurrence, this and the following ones, or all. */
export type Scope = (typeof scopes)[number];

/**
 * The desired state of an occurrence. Fields that differ from its current state change throughout
 * `scope`; other occurrences keep their own overrides.
 */
export const eventChange = z
  .strictObject({
    scope: z.enum(scopes),
    occurrenceId: id<'occurrence'>(),
    title,
    description,
    location,
    startDate: localTime,
    endDate: localTime,
    categoryColor,
    /** Missing means unchanged; null means it does not repeat. */
    recurrence: z.optional(z.nullable(recurrencePattern)),
    capacity,
    /** Missing means unchanged. */
    maxGuests: z.optional(guestCount),
    rsvpClosesMinutesBefore,
    /**
     * Of all dates, whatever the scope. Among those who may change the event, only its host, treasurers and
     * admins change this. Missing means unchanged.
     */
    hidesNames: z.optional(z.boolean()),
  })
  .check(
    z.refine(endNotBeforeStart.check, endNotBeforeStart.params),
    z.refine(durationWithinLimit.check, durationWithinLimit.params),
  );
export type EventChange = z.output<typeof eventChange>;

/** Selects part of an event; by default all of it. */
export const scopeSelection = z
  .strictObject({
    scope: z._default(z.enum(scopes), 'all'),
    occurrenceId: z.optional(id<'occurrence'>()),
  })
  .check(
    z.refine(({ scope, occurrenceId }) => scope === 'all' || occurrenceId !== undefined, {
      path: ['occurrenceId'],
      when: whenFieldsAreValid,
      message: 'occurrenceId is required unless the scope is all',
    }),
  );
export type ScopeSelection = z.output<typeof scopeSelection>;
