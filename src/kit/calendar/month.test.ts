import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  datesOfYear,
  getFirstDay,
  getLastDay,
  isMonth,
  monthsBetween,
  toMonth,
} from './month.ts';

test('a year has twelve months with every day once and its weekday', () => {
  const leap = datesOfYear(2024);
  expect(leap.map((month) => month.month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const days = leap.flatMap((month) => month.days);
  expect(days).toHaveLength(366);
  expect(new Set(days.map((day) => day.date)).size).toBe(366);
  expect(days[0]).toEqual({ date: '2024-01-01', dayOfWeek: 'Monday' });
  expect(leap[1]?.days.at(-1)).toEqual({ date: '2024-02-29', dayOfWeek: 'Thursday' });
  expect(datesOfYear(2023).flatMap((month) => month.days)).toHaveLength(365);
  expect(datesOfYear(1)[0]?.days[0]?.date).toBe('0001-01-01');
});

test('adding months works across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(monthsBetween('2026-11', '2028-01')).toBe(14);
  expect(monthsBetween('2027-01', '2026-12')).toBe(-1);
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect([getFirstDay('2024-02'), getLastDay('2024-02')]).toEqual(['2024-02-01', '2024-02-29']);
  expect(toMonth('2026-11-20')).toBe('2026-11');
});

test('months stay within the supported years', () => {
  expect(addMonths('1900-01', -1)).toBe('1900-01');
  expect(addMonths('9998-12', 1)).toBe('9998-12');
  expect(['2026-11', '1900-01'].every(isMonth)).toBe(true);
  expect(['2026-13', '2026-1', '1899-12', '9999-01', 'x'].some(isMonth)).toBe(false);
});
