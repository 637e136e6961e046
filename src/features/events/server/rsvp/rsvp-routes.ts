import { notFound, ok, refuse } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { answerRsvp } from '../../rsvp/rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { isOpenFor } from '../../rsvp/rsvp-deadline.ts';
import { auditAnswer } from './rsvp-audit.ts';
import {
  findRsvp,
  isStillMember,
  lockOccurrence,
  promote,
  saveRsvp,
  waitingFor,
} from './rsvp-room.ts';
import { listAnswers, rsvpOf } from './rsvp-store.ts';

export function rsvpRoutes(api: Api): void {
  api.serve(rsvpCalls.answer, async ({ tx, caller, params, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const { occurrenceId } = params;
    if (!(await isStillMember(tx, chapterId, memberId))) return gone;
    const occurrence = await lockOccurrence(tx, chapterId, occurrenceId);
    if (!occurrence) return notFound('Event');
    if (occurrence.isCancelled) return closed('This event was canceled');
    const before = await findRsvp(tx, chapterId, occurrenceId, memberId);
    const waiting = (await waitingFor(tx, chapterId, [occurrenceId])).get(occurrenceId) ?? [];
    const turn = occurrence.turns + 1;
    const answered = answerRsvp({ ...occurrence, waiting }, memberId, before, body, turn);
    // The same answer once more changes nothing, and is no later than it was.
    if (answered) {
      if (!isOpenFor(occurrence, now)) return closed('RSVPs are closed');
      const { mine, promoted } = answered;
      await saveRsvp(tx, chapterId, occurrenceId, memberId, { ...mine, turn, answeredAt: now });
      await promote(tx, chapterId, occurrenceId, promoted);
      const by = { chapterId, memberId, now, newId };
      await auditAnswer(tx, by, occurrenceId, { before, after: mine, turn, promoted });
    }
    const rsvp = (await rsvpOf(tx, chapterId, [occurrenceId], memberId, now)).get(occurrenceId);
    if (!rsvp) throw new Error('a locked occurrence must be there');
    return ok(rsvp);
  });

  api.serve(rsvpCalls.answers, async ({ db, caller, params, now }) => {
    const { chapterId, memberId } = caller;
    const ids = [params.occurrenceId];
    const rsvp = (await rsvpOf(db, chapterId, ids, memberId, now)).get(params.occurrenceId);
    if (!rsvp) return notFound('Event');
    return ok({ items: await listAnswers(db, chapterId, params.occurrenceId), rsvp });
  });
}

const gone = refuse('forbidden', 'forbidden', 'You are no longer a member of this chapter');

function closed(message: string) {
  return refuse('conflict', 'rsvp_closed', message);
}
