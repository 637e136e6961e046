/** How a member answers. Separate, because Home needs no other call of RSVPs. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { guestCount, occurrenceRsvp, rsvpAnswers } from './occurrence-rsvp.ts';

export const rsvpAnswer = z.enum(rsvpAnswers);
export const occurrenceParams = z.strictObject({ occurrenceId: id<'occurrence'>() });

export const answerCall = endpoint({
  method: 'PUT',
  path: '/events/occurrences/{occurrenceId}/rsvp',
  tag: 'Events',
  summary: 'RSVP to an occurrence, with guests; joins the waitlist if it is full',
  policy: 'member',
  params: occurrenceParams,
  body: z.strictObject({ answer: rsvpAnswer, guests: z._default(guestCount, 0) }),
  reply: occurrenceRsvp,
});
