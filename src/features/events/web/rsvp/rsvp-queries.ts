/** RSVPs in the query cache: updated optimistically and rolled back on failure. */

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { eventsKey } from '../../keys.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { type ChooseRsvp, createPendingRsvps } from './pending-rsvps.ts';

/** All RSVPs to an occurrence, with its counts. */
export function answersQuery(occurrenceId: Id<'occurrence'>) {
  return callQuery([...eventsKey, 'answers', occurrenceId], rsvpCalls.answers, {
    params: { occurrenceId },
  });
}

/** Calendar windows contain no RSVPs. */
const queriesWithRsvps = {
  queryKey: eventsKey,
  predicate: ({ queryKey }: Query) => queryKey[1] !== 'window',
};

/**
 * Cancels pending reads, whose replies would overwrite the RSVP. Only queries that are refetched
 * afterwards, because a canceled first read does not restart by itself.
 */
export async function cancelReplies(client: QueryClient): Promise<void> {
  await client.cancelQueries(queriesWithRsvps);
}

const pendingAnswers = createPendingRsvps((occurrenceId, { answer, guests }) =>
  // `keepalive`, because the screen already shows the RSVP when the page is left.
  call(rsvpCalls.answer, { params: { occurrenceId }, body: { answer, guests }, keepalive: true }),
);

function sendUnsentIfHidden(): void {
  if (document.visibilityState === 'hidden') pendingAnswers.sendUnsent();
}

/**
 * Handles a click on an answer to an occurrence of which the screen shows `shownRsvp`. Resolves when the
 * last of these is saved and rejects if that fails.
 */
export function answerRsvp(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
  shownRsvp: OccurrenceRsvp,
  chooseRsvp: ChooseRsvp,
): Promise<void> {
  // The same functions each time, so that they are registered only once.
  addEventListener('pagehide', pendingAnswers.sendUnsent);
  // On phones an app that was hidden may be ended without a word.
  document.addEventListener('visibilitychange', sendUnsentIfHidden);
  // Build on the newest cached state, because the screen may lag behind.
  const known = findNewest(client, occurrenceId) ?? shownRsvp;
  return pendingAnswers.choose(occurrenceId, known, chooseRsvp, {
    show: (rsvp) => {
      void cancelReplies(client);
      show(client, occurrenceId, rsvp);
    },
    onEnd: () => void client.invalidateQueries(queriesWithRsvps),
  });
}

/** Sends RSVPs to an occurrence of which the screen shows `shownRsvp`. */
export function useAnswerRsvp(occurrenceId: Id<'occurrence'>, shownRsvp: OccurrenceRsvp) {
  const client = useQueryClient();
  /** Why the last RSVP was not saved. */
  const [error, setError] = useState<Error | null>(null);
  const choose = (chooseRsvp: ChooseRsvp): void => {
    setError(null);
    answerRsvp(client, occurrenceId, shownRsvp, chooseRsvp).catch(setError);
  };
  return { choose, error };
}

type WithRsvp = { occurrenceId: Id<'occurrence'>; rsvp: OccurrenceRsvp };

/** Updates the occurrence's RSVP everywhere in the cache. */
function show(client: QueryClient, occurrenceId: Id<'occurrence'>, rsvp: OccurrenceRsvp): void {
  const { queryKey } = answersQuery(occurrenceId);
  client.setQueryData(queryKey, (old) => old && { ...old, rsvp });
  const change = (old: WithRsvp) => (old.occurrenceId === occurrenceId ? { ...old, rsvp } : old);
  client.setQueriesData<unknown>({ queryKey: eventsKey }, (old: unknown) => {
    if (!findWithRsvp(old).some((each) => each.occurrenceId === occurrenceId)) return old;
    if (hasRsvp(old)) return change(old);
    return { ...(old as { items: WithRsvp[] }), items: findWithRsvp(old).map(change) };
  });
}

function findNewest(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
): OccurrenceRsvp | undefined {
  const [newest] = client
    .getQueryCache()
    .findAll({ queryKey: eventsKey })
    .flatMap(({ state: { data, dataUpdatedAt } }) =>
      findWithRsvp(data)
        .filter((each) => each.occurrenceId === occurrenceId)
        .map(({ rsvp }) => ({ rsvp, dataUpdatedAt })),
    )
    .sort((one, other) => other.dataUpdatedAt - one.dataUpdatedAt);
  return newest?.rsvp;
}

/** The occurrences with RSVPs in a reply: an event's detail or a list of cards. */
function findWithRsvp(reply: unknown): readonly WithRsvp[] {
  if (hasRsvp(reply)) return [reply];
  if (typeof reply !== 'object' || reply === null || !('items' in reply)) return [];
  return Array.isArray(reply.items) && reply.items.every(hasRsvp) ? reply.items : [];
}

function hasRsvp(value: unknown): value is WithRsvp {
  return typeof value === 'object' && value !== null && 'rsvp' in value && 'occurrenceId' in value;
}
