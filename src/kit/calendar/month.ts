/** Calendar days, weeks and months: date arithmetic without time zones. */
import { type Day, type LocalDateTime, toDay } from '#kit/day.ts';
import { weekdays } from './weekday.ts';

/** `2026-11` */
export type Month = `${number}-${number}`;

const firstMonth: Month = '1900-01';
const lastMonth: Month = '9998-12';

export function isMonth(text: string): text is Month {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= firstMonth && text <= lastMonth;
}

export function toMonth(day: Day | LocalDateTime): Month {
  return day.slice(0, 7) as Month;
}

export function addMonths(month: Month, months: number): Month {
  const moved = Temporal.PlainYearMonth.from(month).add({ months }).toString() as Month;
  return moved < firstMonth ? firstMonth : moved > lastMonth ? lastMonth : moved;
}

export function monthsBetween(from: Month, to: Month): number {
  const { years, months } = Temporal.PlainYearMonth.from(from).until(to);
  return years * 12 + months;
}

export function addDays(day: Day, days: number): Day {
  return toDay(Temporal.PlainDate.from(day).add({ days }));
}

export function getFirstDay(month: Month): Day {
  return `${month}-01`;
}

export function getLastDay(month: Month): Day {
  return `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}`;
}

export type MonthDates = {
  month: number;
  year: number;
  days: { date: Day; dayOfWeek: string }[];
};

/** The twelve months of a year with their days and weekday names. */
export function datesOfYear(year: number): MonthDates[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = Temporal.PlainYearMonth.from({ year, month: index + 1 });
    const days = Array.from({ length: month.daysInMonth }, (__, offset) => {
      const date = month.toPlainDate({ day: offset + 1 });
      return { date: toDay(date), dayOfWeek: weekdays[date.dayOfWeek % 7] ?? '' };
    });
    return { month: index + 1, year, days };
  });
}
