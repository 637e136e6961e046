import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addMonths, firstDayOf, type Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { weeksOfMonth } from '#web/ui/fields/day-navigation.ts';
import { groupByDay } from '../../group-by-day.ts';
import { monthQuery } from '../queries.ts';
import type { allCalendars, ShownOccurrence } from './all-calendars.ts';

export type MonthEvents = {
  eventsOf: Map<Day, ShownOccurrence[]>;
  isPending: boolean;
  /** Whether it is known what is on every one of the days; 'unknown' after a failure. */
  known: 'all' | 'loading' | 'unknown';
  error: Error | null;
  isFetching: boolean;
  /** Reads what could not be read, of the months before and after too. */
  retry: () => void;
};

/**
 * The events of a month's 42 days. The months before and after fill the days at its edges, and are
 * there already when one turns to them; only the month itself is waited for.
 */
export function useMonthEvents(
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  month: Month,
): MonthEvents {
  const months = [month, addMonths(month, -1), addMonths(month, 1)];
  const results = useQueries({
    queries: months.map((each) => monthQuery(calendarId, each)),
  });
  const [shown, before, after] = results.map((result) => result.data);
  const eventsOf = useMemo(() => {
    const occurrences = [before, shown, after].flatMap((each) => each ?? []);
    return groupByDay(weeksOfMonth(firstDayOf(month)).flat(), occurrences);
  }, [month, shown, before, after]);
  const [own] = results;
  return {
    eventsOf,
    isPending: own?.isPending ?? true,
    known: results.every((result) => result.data !== undefined)
      ? 'all'
      : results.some((result) => result.isFetching)
        ? 'loading'
        : 'unknown',
    error: own?.error ?? null,
    isFetching: own?.isFetching ?? false,
    retry: () => {
      if (calendarId !== undefined) refetchUnread(results);
    },
  };
}

type Reading = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;

/** Reads anew what failed, and what is not there at all. */
export function refetchUnread(readings: readonly Reading[]): void {
  for (const { data, isError, refetch } of readings) {
    if (isError || data === undefined) void refetch();
  }
}
