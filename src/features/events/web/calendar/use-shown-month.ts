import { getFirstDay, type Month, toMonth } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useMedia } from '#web/ui/use-media.ts';
import type { allCalendars, ShownOccurrence } from './all-calendars.ts';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { HiddenCalendars } from './use-hidden-calendars.ts';
import { type MonthEvents, useMonthEvents } from './use-month-events.ts';

export type ShownMonth = {
  month: Month;
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
  { search }: CalendarAddress,
  calendarId: Id<'calendar'> | typeof allCalendars | undefined,
  today: Day,
  hidden: HiddenCalendars,
): ShownMonth {
  const isCompact = useMedia('(width < 40rem)');
  const month = search.month ?? toMonth(search.day ?? search.create ?? today);
  const isLive = search.view === undefined;
  const events = useMonthEvents(isLive ? calendarId : undefined, month, hidden);
  const proposedDay = search.day ?? findInitialDay(month, today);
  return {
    month,
    isCompact,
    chosenDay: isCompact ? proposedDay : search.day,
    proposedDay,
    events,
    eventsOn: (day) => events.eventsByDay.get(day) ?? [],
  };
}

/** The day whose list a phone shows by default. */
function findInitialDay(month: Month, today: Day): Day {
  return toMonth(today) === month ? today : getFirstDay(month);
}
