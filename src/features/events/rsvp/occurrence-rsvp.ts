import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { wholeNumber } from '#kit/whole-number.ts';

export const rsvpAnswers = ['going', 'maybe', 'not-going'] as const;
export type RsvpAnswer = (typeof rsvpAnswers)[number];

/** Guests that one member may bring to an event that does not limit them further. */
export const maxGuests = 20;
export const guestCount = wholeNumber(0, maxGuests);

/** RSVP counts of an occurrence and the caller's own RSVP. */
export const occurrenceRsvp = z.object({
  /** Spots taken, guests included. */
  going: z.int(),
  /** Members, without guests. */
  maybe: z.int(),
  /** Members, without guests. */
  waitlisted: z.int(),
  /** Null means unlimited. */
  capacity: z.nullable(z.int()),
  /** Guests that each member may bring; who already brings more keeps theirs. */
  maxGuests: guestCount,
  mine: z.nullable(
    z.object({
      answer: z.enum(rsvpAnswers),
      guests: guestCount,
      status: z.enum(['confirmed', 'waitlisted']),
      /** On the waitlist, from 1; null if not on it. */
      position: z.nullable(z.int()),
    }),
  ),
  /** When RSVPs close; null means at the end. */
  deadline: z.nullable(instant),
  isOpen: z.boolean(),
});
export type OccurrenceRsvp = z.output<typeof occurrenceRsvp>;
