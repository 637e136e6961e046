/** A member's RSVP to a date of an event. */

import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { Work } from '#server/work.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { applyRsvp, computeMaxGuests, type RsvpRequest } from '../../rsvp/rsvp.ts';
import { isRsvpOpen } from '../../rsvp/rsvp-deadline.ts';
import {
  findRsvp,
  isStillMember,
  lockOccurrence,
  promote,
  readWaitlists,
  saveRsvp,
} from './occurrence-capacity.ts';
import { auditAnswer } from './rsvp-audit.ts';
import { readRsvps } from './rsvp-store.ts';

/** Saves the caller's RSVP, and gives spots that it frees to who waits for one. */
export async function answerRsvp(
  { tx, caller, now, newId }: Work,
  occurrenceId: Id<'occurrence'>,
  request: RsvpRequest,
): Promise<Result<OccurrenceRsvp>> {
  const { chapterId, memberId } = caller;
  if (!(await isStillMember(tx, chapterId, memberId))) return notAMember;
  const occurrence = await lockOccurrence(tx, chapterId, occurrenceId);
  if (!occurrence) return notFound('Event');
  if (occurrence.isCanceled) return refuseClosed('This event was canceled');
  const before = await findRsvp(tx, chapterId, occurrenceId, memberId);
  const waiting = (await readWaitlists(tx, chapterId, [occurrenceId])).get(occurrenceId) ?? [];
  const turn = occurrence.turns + 1;
  const answered = applyRsvp({ ...occurrence, waiting }, memberId, before, request, turn);
  // Repeating the same RSVP changes nothing, so it is accepted even after the deadline.
  if (answered) {
    if (!isRsvpOpen(occurrence, now)) return refuseClosed('RSVPs are closed');
    if (answered.mine.guests > computeMaxGuests(before, occurrence.maxGuests))
      return refuseGuests(occurrence.maxGuests);
    const { mine, promoted } = answered;
    await saveRsvp(tx, chapterId, occurrenceId, memberId, { ...mine, turn, answeredAt: now });
    await promote(tx, chapterId, occurrenceId, promoted, now);
    const by = { chapterId, memberId, now, newId };
    await auditAnswer(tx, by, occurrenceId, { before, after: mine, turn, promoted });
  }
  const rsvp = (await readRsvps(tx, chapterId, [occurrenceId], memberId, now)).get(occurrenceId);
  if (!rsvp) throw new Error('a locked occurrence must exist');
  return ok(rsvp);
}

const notAMember = refuse('forbidden', 'forbidden', 'You are no longer a member of this chapter');

function refuseGuests(maxGuests: number) {
  const message =
    maxGuests === 0
      ? 'This event is for members only, so no one can bring guests'
      : `Each member can bring at most ${plural(maxGuests, 'guest')} to this event`;
  return refuse('conflict', 'too_many_guests', message, { field: 'guests' });
}

function refuseClosed(message: string) {
  return refuse('conflict', 'rsvp_closed', message);
}
