import { getFirstDay, type Month, toMonth } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { weeksOfMonth } from '#web/ui/fields/day-navigation.ts';
import type { CalendarLayout, CalendarSearch } from '../../search.ts';

type Shown = {
  readonly month: Month;
  readonly days: readonly [Day, ...Day[]];
  readonly isCompact: boolean;
};

/** The change of the address after which a day is shown: none of what is shown if the day is part of it. */
export function bringIntoView(
  day: Day,
  layout: CalendarLayout,
  { month, days, isCompact }: Shown,
): CalendarSearch {
  switch (layout) {
    case 'week': {
      const week = days.includes(day) ? days[0] : day;
      return { week, month: toMonth(week) };
    }
    case 'agenda':
      return { month: toMonth(day), week: undefined };
    case 'month': {
      const isShown = weeksOfMonth(getFirstDay(month)).flat().includes(day);
      return {
        month: isShown ? month : toMonth(day),
        week: undefined,
        // Its list is below the month.
        ...(isCompact && { day }),
      };
    }
    default:
      return layout satisfies never;
  }
}
