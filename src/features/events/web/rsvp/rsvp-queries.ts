/** Answers as the browser holds them: shown at once, taken back when they could not be kept. */

import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { eventsKey } from '../../keys.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { type ChooseAnswer, createPendingAnswers } from './pending-answers.ts';

/** Everybody's answers to an occurrence, with its figures. */
export function answersQuery(occurrenceId: Id<'occurrence'>) {
  return queryOptions({
    queryKey: [...eventsKey, 'answers', occurrenceId],
    queryFn: ({ signal }) => call(rsvpCalls.answers, { params: { occurrenceId }, signal }),
  });
}

/** Windows of the calendar say nothing of answers. */
const withAnswers = {
  queryKey: eventsKey,
  predicate: ({ queryKey }: Query) => queryKey[1] !== 'window',
};

/**
 * Replies that were asked for before an answer would take the answer away again. Only what is read
 * anew once the answer is kept: a first reading that is cancelled does not start by itself.
 */
export async function cancelReplies(client: QueryClient): Promise<void> {
  await client.cancelQueries(withAnswers);
}

const pendingAnswers = createPendingAnswers((occurrenceId, { answer, guests }) =>
  // `keepalive`: a screen shows an answer at once, so leaving the page must not take it back.
  call(rsvpCalls.answer, { params: { occurrenceId }, body: { answer, guests }, keepalive: true }),
);

/** Answers an occurrence, of which the screen shows `drawn`. */
export function useAnswerRsvp(occurrenceId: Id<'occurrence'>, drawn: OccurrenceRsvp) {
  const client = useQueryClient();
  /** Why the last answer was not saved. */
  const [error, setError] = useState<Error | null>(null);
  // One and the same listener, however many answers are on the screen.
  useEffect(() => addEventListener('pagehide', pendingAnswers.sendUnsent), []);
  const choose = (wish: ChooseAnswer): void => {
    setError(null);
    // The screen may be behind: what a press starts from is what is known.
    const known = newestKnown(client, occurrenceId) ?? drawn;
    pendingAnswers
      .choose(occurrenceId, known, wish, {
        show: (rsvp) => {
          void cancelReplies(client);
          show(client, occurrenceId, rsvp);
        },
        onEnd: () => void client.invalidateQueries(withAnswers),
      })
      .catch(setError);
  };
  return { choose, error };
}

type Answerable = { occurrenceId: Id<'occurrence'>; rsvp: OccurrenceRsvp };

/** Writes what is known of an occurrence's answers wherever they are shown. */
function show(client: QueryClient, occurrenceId: Id<'occurrence'>, rsvp: OccurrenceRsvp): void {
  const { queryKey } = answersQuery(occurrenceId);
  client.setQueryData(queryKey, (old) => old && { ...old, rsvp });
  const change = (old: Answerable) => (old.occurrenceId === occurrenceId ? { ...old, rsvp } : old);
  client.setQueriesData<unknown>({ queryKey: eventsKey }, (old: unknown) => {
    if (!answerablesIn(old).some((each) => each.occurrenceId === occurrenceId)) return old;
    if (isAnswerable(old)) return change(old);
    return { ...(old as { items: Answerable[] }), items: answerablesIn(old).map(change) };
  });
}

function newestKnown(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
): OccurrenceRsvp | undefined {
  const [newest] = client
    .getQueryCache()
    .findAll({ queryKey: eventsKey })
    .flatMap(({ state: { data, dataUpdatedAt } }) =>
      answerablesIn(data)
        .filter((each) => each.occurrenceId === occurrenceId)
        .map(({ rsvp }) => ({ rsvp, dataUpdatedAt })),
    )
    .sort((one, other) => other.dataUpdatedAt - one.dataUpdatedAt);
  return newest?.rsvp;
}

/** Details of an event, and lists of cards: whatever carries occurrences with their answers. */
function answerablesIn(reply: unknown): readonly Answerable[] {
  if (isAnswerable(reply)) return [reply];
  if (typeof reply !== 'object' || reply === null || !('items' in reply)) return [];
  return Array.isArray(reply.items) && reply.items.every(isAnswerable) ? reply.items : [];
}

function isAnswerable(value: unknown): value is Answerable {
  return typeof value === 'object' && value !== null && 'rsvp' in value && 'occurrenceId' in value;
}
