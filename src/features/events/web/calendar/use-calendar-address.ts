import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { OpenEventPanel } from '../panel/event-link.tsx';
import { type CalendarDialog, type CalendarSearch, calendarSearch } from '../search.ts';
import { allCalendars } from './all-calendars.ts';

export const noEvent: CalendarSearch = {
  event: undefined,
  occurrence: undefined,
  eventCalendar: undefined,
};
const noPanel: CalendarSearch = { ...noEvent, day: undefined };
const noDialog: CalendarSearch = { dialog: undefined };

export type ChangeMonth = (month: Month) => Month;

export type CalendarAddress = ReturnType<typeof useCalendarAddress>;

/**
 * The calendar's address and the functions that change it. Changing the month or calendar replaces the
 * history entry; opening a dialog or panel adds one, so that Back closes it.
 */
export function useCalendarAddress() {
  const state = useScreenState({ from: '/calendar', read: calendarSearch, closed: noDialog });
  const { search, getLatest, open, replace, close, showList } = state;
  /** Replaces the event if a panel is already open. */
  const openEvent: OpenEventPanel = ({ eventId, occurrenceId, calendarId }) =>
    void open(
      {
        event: eventId,
        occurrence: occurrenceId,
        eventCalendar: search.calendar === allCalendars ? calendarId : undefined,
      },
      { replacesCurrent: getLatest().event !== undefined },
    );

  return {
    search,
    /** Clicks add up even before a rerender. `shown` is the month if the address has none. */
    changeMonth: (change: ChangeMonth, shown: Month) =>
      showList({ month: change(getLatest().month ?? shown) }, { replace: true }),
    showCalendar: (calendar: Id<'calendar'> | typeof allCalendars) =>
      showList({ ...noEvent, calendar }, { replace: true }),
    chooseDay: (day: Day) => void replace({ day }),
    openDay: (day: Day) => {
      const { day: shown, event } = getLatest();
      const isOpen = shown !== undefined || event !== undefined;
      void open({ ...noPanel, day }, { replacesCurrent: isOpen });
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
    openEvent,
    /** Shows a new event after a series was split, or a new calendar. */
    showInstead: (change: CalendarSearch) => void replace(change),
    /** Whether the panel still shows this occurrence and no dialog is open. */
    isShown: (event: Id<'event'> | undefined, occurrence: Id<'occurrence'> | undefined) => {
      const address = getLatest();
      return (
        address.dialog === undefined && address.event === event && address.occurrence === occurrence
      );
    },
    closeEvent: () => close(noEvent),
    ask: (dialog: CalendarDialog) => void open({ dialog }),
    closeDialog: state.closeDialog,
    /** After a deletion: closes both the confirmation and the panel. */
    closeDialogAndEvent: () => {
      if (state.isDialogOpen()) close({ ...noDialog, ...noPanel, day: getLatest().day }, 2);
    },
  };
}
