import { useMemo } from 'react';
import { getFirstDay, type Month, toMonth } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { CalendarSearch } from '../search.ts';
import type { allCalendars, ShownOccurrence } from './all-calendars.ts';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { HiddenCalendars } from './use-hidden-calendars.ts';
import { type MonthEvents, useMonthEvents } from './use-month-events.ts';
import { findShownDays } from './week/week-days.ts';

export type ShownMonth = {
  /** In the week's layout, that of its first day. */
  month: Month;
  /** The days of the week's layout. */
  days: readonly [Day, ...Day[]];
  /** On a phone, days show dots and the chosen day's list is below the month. */
  isCompact: boolean;
  /** The day whose list is shown; always set on a phone. */
  chosenDay: Day | undefined;
  /** The day proposed for a new event: the chosen one, today, or the first of the month. */
  proposedDay: Day;
  events: MonthEvents;
  eventsOn: (day: Day) => readonly ShownOccurrence[];
};

/** The month in the address, and its events. */
export function useShownMonth(
  { search, layout, isCompact }: CalendarAddress,
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  today: Day,
  hidden: HiddenCalendars,
): ShownMonth {
  const isWeek = layout === 'week';
  const dayOfWeek = findDayOfWeek(search, today);
  const days = useMemo(() => findShownDays(dayOfWeek, isCompact), [dayOfWeek, isCompact]);
  const month = isWeek
    ? toMonth(days[0])
    : (search.month ?? toMonth(search.day ?? search.create ?? search.week ?? today));
  const isLive = search.view === undefined;
  const events = useMonthEvents(isLive ? calendarId : undefined, month, hidden);
  const firstDay = isWeek ? (days.includes(today) ? today : days[0]) : findInitialDay(month, today);
  const proposedDay = search.day ?? firstDay;
  return {
    month,
    days,
    isCompact,
    chosenDay: isCompact ? proposedDay : search.day,
    proposedDay,
    events,
    eventsOn: (day) => events.eventsByDay.get(day) ?? [],
  };
}

/** A day of the week to show: in a month other than the current one, its first. */
function findDayOfWeek({ week, day, create, month }: CalendarSearch, today: Day): Day {
  const named = week ?? day ?? create;
  if (named !== undefined) return named;
  return month === undefined || month === toMonth(today) ? today : getFirstDay(month);
}

/** The day whose list a phone shows by default. */
function findInitialDay(month: Month, today: Day): Day {
  return toMonth(today) === month ? today : getFirstDay(month);
}
