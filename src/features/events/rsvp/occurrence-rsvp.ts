import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { wholeNumber } from '#kit/whole-number.ts';

export const rsvpAnswers = ['going', 'maybe', 'not-going'] as const;
export type RsvpAnswer = (typeof rsvpAnswers)[number];

/** Guests that one member may bring. */
export const maxGuests = 20;

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
  mine: z.nullable(
    z.object({
      answer: z.enum(rsvpAnswers),
      guests: wholeNumber(0, maxGuests),
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
