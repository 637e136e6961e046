import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/screen/overlays.ts';
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

export type ChangeMonth = (month: Month) => Month;

export type CalendarAddress = ReturnType<typeof useCalendarAddress>;

/**
 * What the calendar's address says, and the ways to change it. Turning a month or choosing another
 * calendar rewrites the entry; a dialog or panel is an entry of its own, so that Back closes it.
 */
export function useCalendarAddress() {
  const search = useSearch({ from: '/calendar' });
  const navigate = useNavigate({ from: '/calendar' });
  const router = useRouter();
  const overlays = useOverlays();

  const rewrite = (change: CalendarSearch) =>
    navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      state: overlays.staying(),
    });
  const open = async (change: CalendarSearch) => {
    if (overlays.isOpen(change)) return;
    await navigate({ search: (before) => ({ ...before, ...change }), state: overlays.opening() });
  };
  const close = (change: CalendarSearch, count = 1) =>
    overlays.close(count, () => void rewrite(change));
  /** What the address says by now, drawn or not; a write may end after the person went elsewhere. */
  const now = (): CalendarSearch => {
    const { pathname, search: said } = router.latestLocation;
    return pathname === '/calendar' ? calendarSearch(said) : {};
  };
  /** In the panel that is open already, another event takes the place of the one before. */
  const openEvent: OpenEvent = ({ eventId, occurrenceId, calendarId }) =>
    void (now().event === undefined ? open : rewrite)({
      event: eventId,
      occurrence: occurrenceId,
      eventCalendar: search.calendar === allCalendars ? calendarId : undefined,
    });
  /** Else there is nothing left to close. */
  const isThere = (name: 'dialog' | 'create') => now()[name] !== undefined;

  return {
    search,
    /** Presses add up, drawn or not; `shown` is the month of an address that names none. */
    changeMonth: (change: ChangeMonth, shown: Month) =>
      void rewrite({ month: change(now().month ?? shown) }),
    showCalendar: (calendar: Id) => void rewrite({ ...noEvent, calendar }),
    chooseDay: (day: Day) => void rewrite({ day }),
    openDay: (day: Day) => {
      const { day: shown, event } = now();
      const isOpen = shown !== undefined || event !== undefined;
      void (isOpen ? rewrite : open)({ ...noPanel, day });
    },
    closeDay: () => close({ day: undefined }),
    openCreate: (create: Day) => void (isThere('create') ? rewrite : open)({ create }),
    /** A phone's empty day: chosen, and there is nothing to do about it but to add something. */
    chooseAndCreate: async (day: Day) => {
      await rewrite({ day });
      await open({ create: day });
    },
    closeCreate: () => {
      if (isThere('create')) close({ create: undefined });
    },
    openEvent,
    /** The same evening under the id that its series goes on by; the calendar just made. */
    showInstead: (change: CalendarSearch) => void rewrite(change),
    /** Whether the panel still shows this one, and no dialog is about it. */
    isShown: (event: Id, occurrence: Id | undefined) => {
      const said = now();
      return said.dialog === undefined && said.event === event && said.occurrence === occurrence;
    },
    closeEvent: () => close(noEvent),
    ask: (dialog: CalendarDialog) => void open({ dialog }),
    closeDialog: () => {
      if (isThere('dialog')) close({ dialog: undefined });
    },
    /** After a delete: neither its question nor its panel has anything to show. */
    closeDialogAndEvent: () => {
      if (isThere('dialog')) close({ dialog: undefined, ...noPanel, day: now().day }, 2);
    },
  };
}
