/** The door list of an occurrence: who is expected and who is here. */
import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { wholeNumber } from '#kit/whole-number.ts';
import { knownTimeZone } from '../occurrence.ts';
import { occurrenceParams, rsvpAnswer } from '../rsvp/answer-contract.ts';
import { guestCount } from '../rsvp/occurrence-rsvp.ts';

const attendance = z.object({
  isHere: z.boolean(),
  /** Those who came with the member. */
  guests: guestCount,
  notedAt: instant,
  notedBy: z.string(),
  version: z.int(),
});

const doorPerson = z.object({
  memberId: id<'member'>(),
  name: z.string(),
  /** Null if the member has not replied. */
  rsvp: z.nullable(
    z.object({
      answer: rsvpAnswer,
      guests: guestCount,
      status: z.enum(['confirmed', 'waitlisted']),
      /** On the waitlist, from 1; null if not on it. */
      position: z.nullable(z.int()),
      answeredAt: instant,
    }),
  ),
  /** Null if nothing was noted yet. */
  attendance: z.nullable(attendance),
});
export type DoorPerson = z.output<typeof doorPerson>;

const doorList = z.object({
  event: z.object({
    eventId: id<'event'>(),
    calendarId: id<'calendar'>(),
    title: z.string(),
    localStart: localDateTime,
    localEnd: localDateTime,
    timeZone: knownTimeZone,
    maxGuests: guestCount,
    isCanceled: z.boolean(),
  }),
  /** Every active member and everyone noted, by name, so that the list works without a connection. */
  people: z.array(doorPerson),
});
export type DoorList = z.output<typeof doorList>;

const changedAttendance = z.strictObject({
  /** A new id for each press. A repeat with the same id changes nothing. */
  changeId: id<'change'>(),
  memberId: id<'member'>(),
  isHere: z.boolean(),
  guests: z._default(guestCount, 0),
  /** The version of the attendance it is based on; 0 if nothing was noted yet. */
  seenVersion: wholeNumber(0, 1_000_000),
  /** When it was pressed; a check-in without a connection is sent later. */
  at: instant,
});

const tag = 'Events';

export const doorCalls = {
  list: endpoint({
    method: 'GET',
    path: '/events/occurrences/{occurrenceId}/door',
    tag,
    summary: 'Read the door list; for the host of the event, treasurers and admins',
    policy: 'member',
    params: occurrenceParams,
    reply: doorList,
  }),
  /** 409 `event_canceled`. */
  change: endpoint({
    method: 'PUT',
    path: '/events/occurrences/{occurrenceId}/attendance',
    tag,
    summary:
      'Check a member in with their guests, or undo it; of two changes at once the first wins',
    policy: 'member',
    params: occurrenceParams,
    body: changedAttendance,
    reply: z.object({
      /** `overtaken`: someone else changed it first, and `person` shows what holds. */
      outcome: z.enum(['applied', 'repeated', 'overtaken']),
      person: doorPerson,
    }),
  }),
};
