import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, refuse } from '#kit/result.ts';

type Changer = Pick<MemberCaller, 'memberId' | 'role' | 'eventPolicy'>;

/**
 * Refuses if this member may not change or delete the event, or any date or file of it. With the event
 * policy `open`, everyone may change every event; with `creator`, only who created it, and admins.
 */
export function checkChanger(changer: Changer, createdBy: Id<'member'>): Refused | undefined {
  const { memberId, role, eventPolicy } = changer;
  if (eventPolicy === 'open' || role === 'admin' || memberId === createdBy) return undefined;
  return refuse(
    'forbidden',
    'creator_needed',
    "Only this event's creator and admins can change it",
  );
}

/** Nobody in particular created a calendar: with the event policy `creator`, only admins change it. */
export function checkCalendarChanger({
  role,
  eventPolicy,
}: Pick<Changer, 'role' | 'eventPolicy'>): Refused | undefined {
  return eventPolicy === 'open' || role === 'admin'
    ? undefined
    : refuse('forbidden', 'admin_needed', 'Only admins can change calendars');
}
