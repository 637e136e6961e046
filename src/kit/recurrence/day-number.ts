/**
 * Days as numbers from 1970-01-01 on, for walks that look at tens of thousands of them: a step takes a
 * hundredth of the time that `Temporal.PlainDate` takes. Gregorian, as everything here.
 */
import type { Day } from '../day.ts';

export type Civil = { readonly year: number; readonly month: number; readonly day: number };

const daysPerEra = 146_097;
/** From 0000-03-01 to 1970-01-01. */
const daysBeforeEpoch = 719_468;

export function toDayNumber({ year, month, day }: Civil): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - daysBeforeEpoch;
}

export function toCivil(dayNumber: number): Civil {
  const shifted = dayNumber + daysBeforeEpoch;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export function parseDay(day: Day): Civil {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    day: Number(day.slice(8, 10)),
  };
}

export function formatDay({ year, month, day }: Civil): Day {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}` as Day;
}

const pad = (number: number) => (number < 10 ? `0${number}` : String(number));

/** 0 is Monday. */
export function getWeekdayIndex(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

export function countDaysOfMonth({ year, month }: Pick<Civil, 'year' | 'month'>): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
