import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { OpenEvent } from '../panel/event-link.tsx';
import { type CalendarDialog, type CalendarSearch, calendarSearch } from '../search.ts';
import { allCalendars } from './all-calendars.ts';

/** No event's panel is open. */
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
 * What the calendar's address says, and the ways to change it. Turning a month or choosing another
 * calendar rewrites the entry; a dialog or panel is an entry of its own, so that Back closes it.
 */
export function useCalendarAddress() {
  const state = useScreenState({ from: '/calendar', read: calendarSearch, closed: noDialog });
  const { search, getLatest, open, replace, close, showList } = state;
  /** In the panel that is open already, another event takes the place of the one before. */
  const openEvent: OpenEvent = ({ eventId, occurrenceId, calendarId }) =>
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
    /** Presses add up, drawn or not; `shown` is the month of an address that names none. */
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
    /** A phone's empty day: chosen, and there is nothing to do about it but to add something. */
    chooseAndCreate: async (day: Day) => {
      await replace({ day });
      await open({ create: day });
    },
    closeCreate: () => {
      if (getLatest().create !== undefined) close({ create: undefined });
    },
    openEvent,
    /** The same evening under the id that its series goes on by; the calendar just made. */
    showInstead: (change: CalendarSearch) => void replace(change),
    /** Whether the panel still shows this one, and no dialog is about it. */
    isShown: (event: Id<'event'> | undefined, occurrence: Id<'occurrence'> | undefined) => {
      const address = getLatest();
      return (
        address.dialog === undefined && address.event === event && address.occurrence === occurrence
      );
    },
    closeEvent: () => close(noEvent),
    ask: (dialog: CalendarDialog) => void open({ dialog }),
    closeDialog: state.closeDialog,
    /** After a delete: neither its question nor its panel has anything to show. */
    closeDialogAndEvent: () => {
      if (state.isDialogOpen()) close({ ...noDialog, ...noPanel, day: getLatest().day }, 2);
    },
  };
}
