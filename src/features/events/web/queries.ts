/**
 * Queries of calendars and events. Events are cached by month, so that changing the month fetches only
 * what is missing.
 */

import { queryOptions, skipToken } from '@tanstack/react-query';
import { getFirstDay, getLastDay, type Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { calendarsKey, eventsKey } from '../keys.ts';
import { listingCalls } from '../listing-contract.ts';
import type { ShownOccurrence } from './calendar/all-calendars.ts';
import { allCalendars } from './every-calendar.ts';

export { allCalendars } from './every-calendar.ts';

export const calendarsQuery = queryOptions({
  queryKey: calendarsKey,
  queryFn: ({ signal }) => call(listingCalls.calendars, { signal }),
  staleTime: 5 * 60_000,
  select: ({ items }) => items,
});

/**
 * The events of one calendar or all on the days of a window, both included, at most 400. Not sent
 * while the calendar is unknown.
 */
export function eventsBetweenQuery(
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  startDate: Day,
  endDate: Day,
) {
  return queryOptions({
    queryKey: [...eventsKey, 'window', calendarId, startDate, endDate],
    queryFn:
      calendarId === undefined
        ? skipToken
        : async ({ signal }): Promise<ShownOccurrence[]> => {
            const query = { startDate, endDate };
            if (calendarId === allCalendars) {
              return (await call(listingCalls.listAll, { query, signal })).items;
            }
            return (await call(listingCalls.list, { params: { calendarId }, query, signal })).items;
          },
  });
}

export function monthQuery(
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  month: Month,
) {
  return eventsBetweenQuery(calendarId, getFirstDay(month), getLastDay(month));
}
