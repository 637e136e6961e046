import { isMonth, type Month, toMonth } from '#kit/calendar/month.ts';
import { type Day, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { addressEvents, noDialog, noEvent } from '../panel/event-address.ts';
import { type CalendarLayout, type CalendarSearch, calendarSearch } from '../search.ts';
import type { allCalendars } from './all-calendars.ts';
import type { LocalTimes } from './move/move-times.ts';
import { findShownDays } from './week/week-days.ts';

const layoutKey = 'calendar.layout';
const layouts: readonly CalendarLayout[] = ['month', 'week', 'agenda'];
const readLayout = (): CalendarLayout | undefined =>
  layouts.find((layout) => layout === readPersonal(layoutKey));

export type ChangeMonth = (month: Month) => Month;
export type ChangeWeek = (firstDay: Day) => Day;

const noCreate: CalendarSearch = { create: undefined, from: undefined, to: undefined };

export type CalendarAddress = ReturnType<typeof useCalendarAddress>;

/**
 * The calendar's address and the functions that change it. Changing the month or calendar replaces the
 * history entry; opening a dialog or panel adds one, so that Back closes it.
 */
export function useCalendarAddress() {
  const state = useScreenState({ from: '/calendar', read: calendarSearch, closed: noDialog });
  const { search, getLatest, open, replace, close, showList } = state;
  const isCompact = useMedia('(width < 40rem)');
  // A day's list is below the month.
  const usual = search.day === undefined && isCompact ? 'agenda' : 'month';
  const layout = search.layout ?? readLayout() ?? usual;
  /** Its events need not be among those of another month or week; the layout it asked for stays. */
  const noDay: CalendarSearch = { day: undefined, ...(search.day && { layout }) };
  return {
    search,
    /** On a phone. */
    isCompact,
    ...addressEvents(state, search.calendar),
    /** Also after another calendar was chosen. */
    openAnyEvent: addressEvents(state).openEvent,
    layout,
    /** The choice is kept for the next visit. */
    chooseLayout: (layout: CalendarLayout) => {
      writePersonal(layoutKey, layout);
      showList({ layout }, { replace: true });
    },
    /** Clicks add up even before a rerender. `shown` is the month if the address has none. */
    changeMonth: (change: ChangeMonth, shown: Month) =>
      showList(
        { ...noDay, month: change(getLatest().month ?? shown), week: undefined },
        { replace: true },
      ),
    /** Likewise; `shown` is the first day if the address has none. */
    changeWeek: (change: ChangeWeek, shown: Day) => {
      const week = change(findShownDays(getLatest().week ?? shown, isCompact)[0]);
      if (isMonth(toMonth(week))) {
        showList({ ...noDay, week, month: toMonth(week) }, { replace: true });
      }
    },
    /** On a phone, whose days are listed below the month. */
    showDayInMonth: (day: Day) =>
      showList({ layout: 'month', month: toMonth(day), day, week: undefined }),
    showCalendar: (calendar: Id<'calendar'> | typeof allCalendars) =>
      showList({ ...noEvent, calendar }, { replace: true }),
    chooseDay: (day: Day) => void replace({ day }),
    openDay: (day: Day) => {
      const { day: shown, event } = getLatest();
      const isOpen = shown !== undefined || event !== undefined;
      void open({ ...noEvent, day }, { replacesCurrent: isOpen });
    },
    closeDay: () => close({ day: undefined }),
    openCreate: (create: Day) =>
      void open({ ...noCreate, create }, { replacesCurrent: getLatest().create !== undefined }),
    /** `week` keeps the days that are shown. */
    openCreateAt: ({ startDate: from, endDate: to }: LocalTimes, week?: Day) =>
      void open(
        { create: localToDay(from), from, to, ...(week && { week }) },
        { replacesCurrent: getLatest().create !== undefined },
      ),
    /** For an empty day on a phone: selects it and opens the create dialog. */
    chooseAndCreate: async (day: Day) => {
      await replace({ day });
      await open({ create: day });
    },
    closeCreate: () => {
      if (getLatest().create !== undefined) close(noCreate);
    },
    /** Shows a new event after a series was split, or a new calendar. */
    showInstead: (change: CalendarSearch) => void replace(change),
  };
}
