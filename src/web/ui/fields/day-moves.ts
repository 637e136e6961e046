import type { Day } from '#kit/day.ts';

/**
 * Where a key leads in a grid of days, as the W3C's date grid has it: arrows by day and week,
 * Home and End to the ends of the week (Sunday first), Page Up and Down by month, with Shift by
 * year. Undefined for any other key.
 */
export function dayAfterKey(day: Day, key: string, isShift: boolean): Day | undefined {
  const date = Temporal.PlainDate.from(day);
  const sundayFirst = date.dayOfWeek % 7;
  const page = isShift ? { years: 1 } : { months: 1 };
  switch (key) {
    case 'ArrowLeft':
      return date.subtract({ days: 1 }).toString();
    case 'ArrowRight':
      return date.add({ days: 1 }).toString();
    case 'ArrowUp':
      return date.subtract({ days: 7 }).toString();
    case 'ArrowDown':
      return date.add({ days: 7 }).toString();
    case 'Home':
      return date.subtract({ days: sundayFirst }).toString();
    case 'End':
      return date.add({ days: 6 - sundayFirst }).toString();
    case 'PageUp':
      return date.subtract(page).toString();
    case 'PageDown':
      return date.add(page).toString();
    default:
      return undefined;
  }
}

/** The 42 days, six weeks from a Sunday, that show the month of `day`. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = Temporal.PlainDate.from(day).with({ day: 1 });
  const start = first.subtract({ days: first.dayOfWeek % 7 });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => start.add({ days: week * 7 + weekday }).toString()),
  );
}

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 'November 2026' */
export function monthTitle(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { month: 'long', year: 'numeric' });
}

/** 'Friday, November 20, 2026' */
export function fullDate(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'full' });
}
