/** RSVPs to one occurrence of an event. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { daysWindow } from '../days-window.ts';
import { answerCall, occurrenceParams, rsvpAnswer } from './answer-contract.ts';
import { guestCount, occurrenceRsvp } from './occurrence-rsvp.ts';

const givenAnswer = z.object({
  memberId: id<'member'>(),
  name: z.string(),
  answer: rsvpAnswer,
  guests: guestCount,
  /** Only members who are going can be waitlisted; every other RSVP is confirmed. */
  status: z.enum(['confirmed', 'waitlisted']),
  /** On the waitlist, from 1; null if not on it. */
  position: z.nullable(z.int()),
  answeredAt: instant,
  /** Joined in the last 90 days. */
  isNew: z.boolean(),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

const tag = 'Events';
/** The caller's own RSVP to an occurrence. */
const ownRsvp = z.object({
  occurrenceId: id<'occurrence'>(),
  answer: rsvpAnswer,
  status: z.enum(['confirmed', 'waitlisted']),
});
export type OwnRsvp = z.output<typeof ownRsvp>;

export const rsvpCalls = {
  answer: answerCall,
  own: endpoint({
    method: 'GET',
    path: '/events/own-rsvps',
    tag,
    summary: "List the caller's own RSVPs to occurrences in a range of days, both ends included",
    policy: 'member',
    query: daysWindow,
    reply: z.object({ items: z.array(ownRsvp) }),
  }),
  answers: endpoint({
    method: 'GET',
    path: '/events/occurrences/{occurrenceId}/rsvps',
    tag,
    summary: 'List RSVPs: going, waitlisted in order, maybe, not going',
    policy: 'member',
    params: occurrenceParams,
    reply: z.object({ items: z.array(givenAnswer), rsvp: occurrenceRsvp }),
  }),
};
