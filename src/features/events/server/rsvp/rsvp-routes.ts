import { plural } from '#kit/counts.ts';
import { notFound, ok, refuse } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { applyRsvp, computeMaxGuests } from '../../rsvp/rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { isRsvpOpen } from '../../rsvp/rsvp-deadline.ts';
import {
  findRsvp,
  isStillMember,
  lockOccurrence,
  promote,
  readWaitlists,
  saveRsvp,
} from './occurrence-capacity.ts';
import { listOwnRsvps } from './own-rsvps.ts';
import { auditAnswer } from './rsvp-audit.ts';
import { listAnswers, readRsvps } from './rsvp-store.ts';

export function rsvpRoutes(api: Api): void {
  api.serve(rsvpCalls.answer, async ({ tx, caller, params, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const { occurrenceId } = params;
    if (!(await isStillMember(tx, chapterId, memberId))) return notAMember;
    const occurrence = await lockOccurrence(tx, chapterId, occurrenceId);
    if (!occurrence) return notFound('Event');
    if (occurrence.isCancelled) return refuseClosed('This event was canceled');
    const before = await findRsvp(tx, chapterId, occurrenceId, memberId);
    const waiting = (await readWaitlists(tx, chapterId, [occurrenceId])).get(occurrenceId) ?? [];
    const turn = occurrence.turns + 1;
    const answered = applyRsvp({ ...occurrence, waiting }, memberId, before, body, turn);
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
  });

  api.serve(rsvpCalls.own, async ({ db, caller, query }) =>
    ok({ items: await listOwnRsvps(db, caller, query) }),
  );

  api.serve(rsvpCalls.answers, async ({ db, caller, params, now }) => {
    const { chapterId, memberId } = caller;
    const ids = [params.occurrenceId];
    const rsvp = (await readRsvps(db, chapterId, ids, memberId, now)).get(params.occurrenceId);
    if (!rsvp) return notFound('Event');
    return ok({ items: await listAnswers(db, caller, params.occurrenceId, now), rsvp });
  });
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
