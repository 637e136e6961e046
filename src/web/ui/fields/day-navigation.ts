import { type Day, formatLongDay, toDay } from '#kit/day.ts';

/**
 * The day that a key moves to in an ARIA date grid: arrows move by day and week, Home and End to the
 * start and end of the week (from Sunday), Page Up and Down by month, with Shift by year. Undefined for
 * any other key.
 */
export function moveDayByKey(day: Day, key: string, isShift: boolean): Day | undefined {
  const date = Temporal.PlainDate.from(day);
  const daysSinceSunday = date.dayOfWeek % 7;
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
      return toDay(date.subtract({ days: daysSinceSunday }));
    case 'End':
      return toDay(date.add({ days: 6 - daysSinceSunday }));
    case 'PageUp':
      return toDay(date.subtract(page));
    case 'PageDown':
      return toDay(date.add(page));
    default:
      return undefined;
  }
}

/** The six weeks from Sunday to Saturday that include the month of `day`. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = Temporal.PlainDate.from(day).with({ day: 1 });
  const start = first.subtract({ days: first.dayOfWeek % 7 });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => toDay(start.add({ days: week * 7 + weekday }))),
  );
}

/** 'November 2026' */
export function formatMonthTitle(day: Day): string {
  return formatLongDay(day).replace(/ \d+,/, '');
}
