import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays, addMonths, getFirstDay, type Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { callQuery } from '#web/api/call-query.ts';
import { weeksOfMonth } from '#web/ui/fields/day-navigation.ts';
import { groupByDay } from '../../group-by-day.ts';
import { eventsKey } from '../../keys.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { monthQuery } from '../queries.ts';
import { allCalendars, type ShownOccurrence } from './all-calendars.ts';
import type { HiddenCalendars } from './use-hidden-calendars.ts';

/** One's own RSVPs to the occurrences on these days, both included. */
function ownRsvpsQuery(startDate: Day, endDate: Day) {
  return callQuery([...eventsKey, 'own', startDate, endDate], rsvpCalls.own, {
    query: { startDate, endDate },
  });
}

export type MonthEvents = {
  eventsByDay: Map<Day, ShownOccurrence[]>;
  isPending: boolean;
  /** Whether the events of all days are loaded; 'unknown' after a failure. */
  known: 'all' | 'loading' | 'unknown';
  error: Error | null;
  isFetching: boolean;
  /** Reads what failed to load, including the previous and next month. */
  retry: () => void;
};

/**
 * The events of a month's 42 days, and of the day before, whose last ones may run into the first day.
 * The previous and next month fill the days at the edges and are thus preloaded; only the month itself
 * counts as pending.
 */
export function useMonthEvents(
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  month: Month,
  hidden: HiddenCalendars,
): MonthEvents {
  const months = [month, addMonths(month, -1), addMonths(month, 1)];
  const results = useQueries({
    queries: months.map((each) => monthQuery(calendarId, each)),
  });
  const days = useMemo(() => {
    const shown = weeksOfMonth(getFirstDay(month)).flat();
    return [addDays(shown[0] ?? getFirstDay(month), -1), ...shown];
  }, [month]);
  const { data: own } = useQuery({
    ...ownRsvpsQuery(days[0] ?? getFirstDay(month), days.at(-1) ?? getFirstDay(month)),
    enabled: calendarId !== undefined,
  });
  const [shown, before, after] = results.map((result) => result.data);
  const eventsByDay = useMemo(() => {
    const answers = new Map(own?.items.map((each) => [each.occurrenceId, each]));
    const occurrences = [before, shown, after]
      .flatMap((each) => each ?? [])
      .filter((each) => calendarId !== allCalendars || !hidden.has(each.calendarId))
      .map((each) => ({ ...each, own: answers.get(each.occurrenceId) }));
    return groupByDay(days, occurrences);
  }, [calendarId, days, shown, before, after, hidden, own]);
  const [current] = results;
  return {
    eventsByDay,
    isPending: current?.isPending ?? true,
    known: results.every((result) => result.data !== undefined)
      ? 'all'
      : results.some((result) => result.isFetching)
        ? 'loading'
        : 'unknown',
    error: current?.error ?? null,
    isFetching: current?.isFetching ?? false,
    retry: () => {
      if (calendarId !== undefined) refetchMissing(results);
    },
  };
}

type MonthResult = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;

/** Refetches months that failed or have no data. */
export function refetchMissing(results: readonly MonthResult[]): void {
  for (const { data, isError, refetch } of results) {
    if (isError || data === undefined) void refetch();
  }
}
