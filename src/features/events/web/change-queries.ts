/** Adding, changing and deleting events, and what that touches. */

import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { eventCalls } from '../contract.ts';
import type { EventChange, EventDetail, NewEvent, Scope } from '../event.ts';
import { eventsKey } from '../keys.ts';
import { eventQuery } from './queries.ts';

/** What changing or deleting so much of an event touches: asked anew each time. */
export function consequencesQuery(event: EventDetail, scope: Scope) {
  const { calendarId, id: eventId, occurrenceId } = event;
  return queryOptions({
    queryKey: [...eventsKey, 'consequences', eventId, occurrenceId, scope],
    queryFn: ({ signal }) =>
      call(eventCalls.consequences, {
        params: { calendarId, eventId },
        query: { scope, occurrenceId },
        signal,
      }),
    staleTime: 0,
  });
}

export function useCreateEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (create: { calendarId: Id<'calendar'>; event: NewEvent; idempotencyKey: string }) =>
      call(eventCalls.create, {
        params: { calendarId: create.calendarId },
        body: create.event,
        idempotencyKey: create.idempotencyKey,
      }),
    onSuccess: (event) => rememberEvent(client, event),
  });
}

export function useUpdateEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: EventDetail; change: EventChange }) =>
      call(eventCalls.update, {
        params: { calendarId: seen.calendarId, eventId: seen.id },
        body: change,
        ifMatch: seen.version,
      }),
    onSuccess: (saved) => rememberEvent(client, saved),
  });
}

/** Puts the event into the cache; everything else about events may be another now. */
function rememberEvent(client: QueryClient, event: EventDetail): void {
  const { queryKey } = eventQuery(event.calendarId, event.id, event.occurrenceId);
  client.setQueryData(queryKey, event);
  const isIt = (query: Query) => query.queryKey.join() === queryKey.join();
  void readAnew(client, ['one', 'consequences'], isIt);
}

/**
 * Everything about events is read anew, but not what is `leaving`: it may ask for what is not there
 * any more, and is read when it is shown again.
 */
async function readAnew(
  client: QueryClient,
  leaving: readonly unknown[],
  isKept: (query: Query) => boolean = () => false,
): Promise<void> {
  const isLeaving = (query: Query) => leaving.includes(query.queryKey[1]);
  await client.invalidateQueries({
    queryKey: eventsKey,
    predicate: (query) => isLeaving(query) && !isKept(query),
    refetchType: 'none',
  });
  await client.invalidateQueries({
    queryKey: eventsKey,
    predicate: (query) => !isLeaving(query),
  });
}

export function useRemoveEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ event, scope }: { event: EventDetail; scope: Scope }) =>
      call(eventCalls.remove, {
        params: { calendarId: event.calendarId, eventId: event.id },
        query: { scope, occurrenceId: event.occurrenceId },
        ifMatch: event.version,
      }),
    // Waited for: nothing leads to it any more when its panel closes.
    onSuccess: () => readAnew(client, ['one', 'consequences', 'answers']),
    // Waited for: trying again deletes what it is by then.
    onError: async (error, { event }) => {
      if (!isConflict(error)) return;
      const { queryKey } = eventQuery(event.calendarId, event.id, event.occurrenceId);
      await client.invalidateQueries({ queryKey });
    },
  });
}
