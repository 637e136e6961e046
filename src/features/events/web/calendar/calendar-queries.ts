import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { eventCalls } from '../../contract.ts';
import { eventsKey } from '../../keys.ts';
import { calendarsQuery } from '../queries.ts';
import { allCalendars } from './all-calendars.ts';

export function useCreateCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(eventCalls.createCalendar, { body: { name }, idempotencyKey }),
    onSuccess: () => invalidateCalendars(client),
  });
}

export function useChangeCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, isMain }: { id: Id<'calendar'>; name: string; isMain: boolean }) =>
      call(eventCalls.changeCalendar, { params: { calendarId: id }, body: { name, isMain } }),
    onSuccess: () => invalidateCalendars(client),
  });
}

/** Awaited, because the new name is shown next. Events of all calendars contain the name too. */
async function invalidateCalendars(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: [...eventsKey, 'window', allCalendars] });
  await client.invalidateQueries({ queryKey: calendarsQuery.queryKey });
}
