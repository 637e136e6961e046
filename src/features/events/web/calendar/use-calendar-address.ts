import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { addressEvents, noDialog, noEvent } from '../panel/event-address.ts';
import { type CalendarLayout, type CalendarSearch, calendarSearch } from '../search.ts';
import type { allCalendars } from './all-calendars.ts';

const layoutKey = 'calendar.layout';
const readLayout = (): CalendarLayout =>
  readPersonal(layoutKey) === 'agenda' ? 'agenda' : 'month';

export type ChangeMonth = (month: Month) => Month;

export type CalendarAddress = ReturnType<typeof useCalendarAddress>;

/**
 * The calendar's address and the functions that change it. Changing the month or calendar replaces the
 * history entry; opening a dialog or panel adds one, so that Back closes it.
 */
export function useCalendarAddress() {
  const state = useScreenState({ from: '/calendar', read: calendarSearch, closed: noDialog });
  const { search, getLatest, open, replace, close, showList } = state;
  return {
    search,
    ...addressEvents(state, search.calendar),
    layout: search.layout ?? readLayout(),
    /** The choice is kept for the next visit. */
    chooseLayout: (layout: CalendarLayout) => {
      writePersonal(layoutKey, layout);
      showList({ layout }, { replace: true });
    },
    /** Clicks add up even before a rerender. `shown` is the month if the address has none. */
    changeMonth: (change: ChangeMonth, shown: Month) =>
      showList({ month: change(getLatest().month ?? shown) }, { replace: true }),
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
      void open({ create }, { replacesCurrent: getLatest().create !== undefined }),
    /** For an empty day on a phone: selects it and opens the create dialog. */
    chooseAndCreate: async (day: Day) => {
      await replace({ day });
      await open({ create: day });
    },
    closeCreate: () => {
      if (getLatest().create !== undefined) close({ create: undefined });
    },
    /** Shows a new event after a series was split, or a new calendar. */
    showInstead: (change: CalendarSearch) => void replace(change),
  };
}
