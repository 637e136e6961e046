import { expect, test } from 'vitest';
import { toDay } from '../day.ts';
import {
  countDaysOfMonth,
  formatDay,
  getWeekdayIndex,
  isLeapYear,
  parseDay,
  toCivil,
  toDayNumber,
} from './day-number.ts';

test('numbers of days agree with Temporal on every day of four centuries, and at the ends', () => {
  const first = Temporal.PlainDate.from('1970-01-01');
  const check = (day: Temporal.PlainDate) => {
    const number = first.until(day, { largestUnit: 'day' }).days;
    const civil = { year: day.year, month: day.month, day: day.day };
    const found = [toDayNumber(civil), getWeekdayIndex(number), countDaysOfMonth(civil)];
    const agrees =
      found[0] === number && found[1] === day.dayOfWeek - 1 && found[2] === day.daysInMonth;
    if (!agrees) expect([day.toString(), ...found]).toEqual([]);
    if (formatDay(toCivil(number)) !== toDay(day)) expect(formatDay(toCivil(number))).toBe(day);
    if (isLeapYear(day.year) !== day.inLeapYear) expect(day.year).toBe('a leap year');
  };
  for (let days = -25_567; days < 120_530; days += 1) check(first.add({ days }));
  for (const day of ['0001-01-01', '1900-02-28', '9999-12-31']) check(Temporal.PlainDate.from(day));
  expect(parseDay('2028-02-29')).toEqual({ year: 2028, month: 2, day: 29 });
});
