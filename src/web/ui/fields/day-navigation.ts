import { type Day, toDay } from '#kit/day.ts';

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
      return toDay(date.subtract({ days: 1 }));
    case 'ArrowRight':
      return toDay(date.add({ days: 1 }));
    case 'ArrowUp':
      return toDay(date.subtract({ days: 7 }));
    case 'ArrowDown':
      return toDay(date.add({ days: 7 }));
    case 'Home':
      return toDay(date.subtract({ days: sundayFirst }));
    case 'End':
      return toDay(date.add({ days: 6 - sundayFirst }));
    case 'PageUp':
      return toDay(date.subtract(page));
    case 'PageDown':
      return toDay(date.add(page));
    default:
      return undefined;
  }
}

/** The 42 days, six weeks from a Sunday, that show the month of `day`. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = Temporal.PlainDate.from(day).with({ day: 1 });
  const start = first.subtract({ days: first.dayOfWeek % 7 });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => toDay(start.add({ days: week * 7 + weekday }))),
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
