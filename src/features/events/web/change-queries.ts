/** Mutations of events, and the preview of what they affect. */

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
import { calendarsKey, eventsKey } from '../keys.ts';
import { eventQuery } from './shared/event-query.ts';

/** What a change or deletion affects; never cached, because RSVPs may arrive at any time. */
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
    onSuccess: (event) => {
      cacheEvent(client, event);
      // The first event ends the offer of the samples.
      void client.invalidateQueries({ queryKey: calendarsKey });
    },
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
    onSuccess: (saved) => cacheEvent(client, saved),
  });
}

/** Caches the saved event and invalidates everything else about events. */
export function cacheEvent(client: QueryClient, event: EventDetail): void {
  const { queryKey } = eventQuery(event.calendarId, event.id, event.occurrenceId);
  client.setQueryData(queryKey, event);
  const isSaved = (query: Query) => query.queryKey.join() === queryKey.join();
  void invalidateEvents(client, ['one', 'consequences'], isSaved);
}

/**
 * Invalidates everything about events. Queries in `closing` may ask for something that no longer
 * exists, so they are refetched only when they are shown again.
 */
async function invalidateEvents(
  client: QueryClient,
  closing: readonly unknown[],
  isKept: (query: Query) => boolean = () => false,
): Promise<void> {
  const isClosing = (query: Query) => closing.includes(query.queryKey[1]);
  await client.invalidateQueries({
    queryKey: eventsKey,
    predicate: (query) => isClosing(query) && !isKept(query),
    refetchType: 'none',
  });
  await client.invalidateQueries({
    queryKey: eventsKey,
    predicate: (query) => !isClosing(query),
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
    // Awaited, so that no link to the event is left when its panel closes.
    onSuccess: () => invalidateEvents(client, ['one', 'consequences', 'answers']),
    // Awaited, so that a retry deletes the current version.
    onError: async (error, { event }) => {
      if (!isConflict(error)) return;
      const { queryKey } = eventQuery(event.calendarId, event.id, event.occurrenceId);
      await client.invalidateQueries({ queryKey });
    },
  });
}
