import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { answerRsvp } from './answer-rsvp.ts';
import { listOwnRsvps } from './own-rsvps.ts';
import { listAnswers, readRsvps } from './rsvp-store.ts';

export function rsvpRoutes(api: Api): void {
  api.serve(rsvpCalls.answer, ({ params, body, ...work }) =>
    answerRsvp(work, params.occurrenceId, body),
  );

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
