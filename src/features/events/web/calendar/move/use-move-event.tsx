import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { describeFailure, isConflict, isNotFound } from '#web/api/call-error.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { isAllDay, lastDayOfAllDay } from '../../../all-day.ts';
import { eventCalls } from '../../../contract.ts';
import type { EventDetail, Scope } from '../../../event.ts';
import { formatStartTime } from '../../../format-times.ts';
import { eventsKey } from '../../../keys.ts';
import { cacheEvent } from '../../change-queries.ts';
import { eventQuery } from '../../shared/event-query.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { type LocalTimes, toTimesChange } from './move-times.ts';

const changedElsewhere = {
  title: 'Someone else changed this event',
  description: 'The calendar now shows their version. Move the event again if needed.',
};
/** For Undo, because it may be one's own move that came after. */
const changedSince = {
  title: 'This event has changed since',
  description: 'The calendar shows the latest version.',
};

/** Functions that move an event and report the outcome. They work on after the screen was left. */
export function useMoveEvent() {
  const client = useQueryClient();

  const fail = (error: unknown, changed = changedElsewhere) => {
    if (isConflict(error) || isNotFound(error)) reportChanged(changed);
    else toast.error({ title: 'Failed to move event', description: describeFailure(error) });
  };
  const reportChanged = (changed = changedElsewhere) => {
    toast.error(changed);
    void client.invalidateQueries({ queryKey: eventsKey });
  };
  const change = async (seen: EventDetail, times: LocalTimes, scope: Scope) => {
    const saved = await call(eventCalls.update, {
      params: { calendarId: seen.calendarId, eventId: seen.id },
      body: toTimesChange(seen, times, scope),
      ifMatch: seen.version,
    });
    showMoved(client, saved);
    cacheEvent(client, saved);
    return saved;
  };
  const undo = async (seen: EventDetail, saved: EventDetail, scope: Scope) => {
    const { startDate, endDate } = seen;
    try {
      await change(saved, { startDate, endDate }, scope);
      toast.info(describeChange(saved, { startDate, endDate }, true));
    } catch (error) {
      fail(error, changedSince);
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
    async move(seen: EventDetail, times: LocalTimes, scope: Scope): Promise<void> {
      try {
        const saved = await change(seen, times, scope);
        // A date that differs from its series does not know where the series was.
        const canUndo = scope === 'one' || !seen.isException;
        toast.success({
          title: describeChange(seen, saved),
          action: canUndo
            ? { label: 'Undo', onPress: () => void undo(seen, saved, scope) }
            : undefined,
        });
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** Shows the new times before the calendar is read again, so that nothing jumps back meanwhile. */
function showMoved(client: QueryClient, saved: EventDetail): void {
  const { occurrenceId, startsAt, endsAt, startDate, endDate } = saved;
  const times = {
    occurrenceStartDate: startsAt,
    occurrenceEndDate: endsAt,
    localStart: startDate,
    localEnd: endDate,
  };
  client.setQueriesData<ShownOccurrence[]>({ queryKey: [...eventsKey, 'window'] }, (known) =>
    known?.map((each) => (each.occurrenceId === occurrenceId ? { ...each, ...times } : each)),
  );
}

function describeChange(before: LocalTimes, now: LocalTimes, isUndone = false): string {
  const again = isUndone ? ' again' : '';
  const end = isAllDay(now.startDate, now.endDate)
    ? formatFullDay(lastDayOfAllDay(now.endDate))
    : formatTimeOf(now.endDate, before.endDate);
  if (now.startDate === before.startDate) return `Ends ${end}${again}`;
  const start = formatTimeOf(now.startDate, before.startDate);
  if (now.endDate === before.endDate) return `Starts ${start}${again}`;
  return isUndone ? `Moved back to ${start}` : `Moved to ${start}`;
}

/** The day, and the time of day if it is not what it was. */
function formatTimeOf(now: LocalDateTime, before: LocalDateTime): string {
  const day = formatFullDay(localToDay(now));
  return localToTime(now) === localToTime(before) ? day : `${day}, ${formatStartTime(now)}`;
}
