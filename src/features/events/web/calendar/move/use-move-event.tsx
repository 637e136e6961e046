import { useQueryClient } from '@tanstack/react-query';
import { type Day, localToDay } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { describeFailure, isConflict, isNotFound } from '#web/api/call-error.ts';
import { formatFullDate } from '#web/ui/fields/day-navigation.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { eventCalls } from '../../../contract.ts';
import type { EventDetail, Scope } from '../../../event.ts';
import { eventsKey } from '../../../keys.ts';
import { cacheEvent } from '../../change-queries.ts';
import { eventQuery } from '../../queries.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { type LocalTimes, moveByDays, toTimesChange } from './move-times.ts';

/** Functions that move an event and report the outcome. They work on after the screen was left. */
export function useMoveEvent() {
  const client = useQueryClient();

  const fail = (error: unknown) => {
    if (isConflict(error) || isNotFound(error)) reportChanged();
    else toast.error({ title: 'Failed to move event', description: describeFailure(error) });
  };
  const reportChanged = () => {
    toast.error({
      title: 'Someone else changed this event',
      description: 'The calendar now shows their version. Move the event again if needed.',
    });
    void client.invalidateQueries({ queryKey: eventsKey });
  };
  const change = async (seen: EventDetail, times: LocalTimes, scope: Scope) => {
    const saved = await call(eventCalls.update, {
      params: { calendarId: seen.calendarId, eventId: seen.id },
      body: toTimesChange(seen, times, scope),
      ifMatch: seen.version,
    });
    cacheEvent(client, saved);
    return saved;
  };
  const undo = async (seen: EventDetail, saved: EventDetail, scope: Scope) => {
    const { startDate, endDate } = seen;
    try {
      await change(saved, { startDate, endDate }, scope);
      toast.info(`Moved back to ${formatFullDate(localToDay(startDate))}`);
    } catch (error) {
      fail(error);
    }
  };

  return {
    /** The current version; undefined, and reported, if it is no longer where the calendar shows it. */
    async read(shown: ShownOccurrence): Promise<EventDetail | undefined> {
      const { calendarId, eventId, occurrenceId, localStart, localEnd } = shown;
      try {
        const event = await client.fetchQuery({
          ...eventQuery(calendarId, eventId, occurrenceId),
          staleTime: 0,
        });
        if (event.startDate === localStart && event.endDate === localEnd) return event;
        reportChanged();
      } catch (error) {
        fail(error);
      }
      return undefined;
    },
    async move(seen: EventDetail, days: number, scope: Scope): Promise<void> {
      try {
        const saved = await change(seen, moveByDays(seen, days), scope);
        const day: Day = localToDay(saved.startDate);
        toast.success({
          title: `Moved to ${formatFullDate(day)}`,
          action: { label: 'Undo', onPress: () => void undo(seen, saved, scope) },
        });
      } catch (error) {
        fail(error);
      }
    },
  };
}
