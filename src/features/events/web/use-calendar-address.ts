import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/overlays.ts';
import type { Month } from '../month.ts';
import type { CalendarSearch } from './search.ts';

/**
 * What the calendar's address says, and the ways to change it. Turning a month or choosing another
 * calendar rewrites the entry; a dialog or panel is an entry of its own, so that Back closes it.
 */
export function useCalendarAddress() {
  const search = useSearch({ from: '/calendar' });
  const navigate = useNavigate({ from: '/calendar' });
  const overlays = useOverlays();

  const rewrite = (change: CalendarSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      state: overlays.staying(),
    });
  const open = (change: CalendarSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), state: overlays.opening() });
  const close = (change: CalendarSearch) => overlays.close(1, () => rewrite(change));

  return {
    search,
    showMonth: (month: Month) => rewrite({ month }),
    showCalendar: (calendar: Id) => rewrite({ calendar, event: undefined }),
    chooseDay: (day: Day) => rewrite({ day }),
    openDay: (day: Day) => {
      const isOpen = search.day !== undefined || search.event !== undefined;
      (isOpen ? rewrite : open)({ day, event: undefined });
    },
    closeDay: () => close({ day: undefined }),
    openCreate: (create: Day) => (search.create === undefined ? open : rewrite)({ create }),
    /** A phone's empty day: chosen, and there is nothing to do about it but to add something. */
    chooseAndCreate: async (day: Day) => {
      await navigate({
        search: (before) => ({ ...before, day }),
        replace: true,
        state: overlays.staying(),
      });
      open({ create: day });
    },
    closeCreate: () => close({ create: undefined }),
    /** In the panel that is open already, another event takes the place of the one before. */
    openEvent: (event: Id) => (search.event === undefined ? open : rewrite)({ event }),
    closeEvent: () => close({ event: undefined }),
  };
}
