/** A member's upcoming events. Separate because only the member's page loads it. */
import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { knownTimeZone } from '../occurrence.ts';
import { rsvpAnswers } from './occurrence-rsvp.ts';

const memberEvent = z.object({
  calendarId: id<'calendar'>(),
  eventId: id<'event'>(),
  occurrenceId: id<'occurrence'>(),
  title: z.string(),
  location: z.string(),
  occurrenceStartDate: instant,
  localStart: localDateTime,
  localEnd: localDateTime,
  timeZone: knownTimeZone,
  answer: z.enum(rsvpAnswers),
  status: z.enum(['confirmed', 'waitlisted']),
});
export type MemberEvent = z.output<typeof memberEvent>;

export const attendanceCalls = {
  ofMember: endpoint({
    method: 'GET',
    path: '/members/{memberId}/events',
    tag: 'Events',
    summary: "List a member's next ten events: going, waitlisted, or maybe",
    policy: 'member',
    params: z.strictObject({ memberId: id<'member'>() }),
    reply: z.object({ items: z.array(memberEvent) }),
  }),
};
