import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { wholeNumber } from '#kit/whole-number.ts';

export const rsvpAnswers = ['going', 'maybe', 'not-going'] as const;
export type RsvpAnswer = (typeof rsvpAnswers)[number];

/** The longest a person's party may be beside them. */
export const maxGuests = 20;

/** Who comes to an occurrence, and what the caller answered. Heads count guests. */
export const occurrenceRsvp = z.object({
  /** Heads that have a place. */
  going: z.int(),
  /** People who may come. */
  maybe: z.int(),
  /** People who wait for a place. */
  waitlisted: z.int(),
  /** How many heads there is room for; null: for everybody. */
  capacity: z.nullable(z.int()),
  mine: z.nullable(
    z.object({
      answer: z.enum(rsvpAnswers),
      guests: wholeNumber(0, maxGuests),
      status: z.enum(['confirmed', 'waitlisted']),
      /** From 1, of those who wait; null for everybody else. */
      position: z.nullable(z.int()),
    }),
  ),
  /** Until when answers are taken; null: until it is over. */
  deadline: z.nullable(instant),
  isOpen: z.boolean(),
});
export type OccurrenceRsvp = z.output<typeof occurrenceRsvp>;
