import { expect, test } from 'vitest';
import { formatMonthTitle, moveDayByKey, weeksOfMonth } from './day-navigation.ts';

test('arrows move by day and by week, across months and years', () => {
  expect(moveDayByKey('2026-11-30', 'ArrowRight', false)).toBe('2026-12-01');
  expect(moveDayByKey('2026-01-01', 'ArrowLeft', false)).toBe('2025-12-31');
  expect(moveDayByKey('2026-11-20', 'ArrowUp', false)).toBe('2026-11-13');
  expect(moveDayByKey('2026-11-28', 'ArrowDown', false)).toBe('2026-12-05');
});

test('Home and End move to the Sunday and the Saturday of the week', () => {
  for (const day of ['2026-11-15', '2026-11-18', '2026-11-21'] as const) {
    expect(moveDayByKey(day, 'Home', false)).toBe('2026-11-15');
    expect(moveDayByKey(day, 'End', false)).toBe('2026-11-21');
  }
});

test('Page keys move by month, with Shift by year, and clamp to the last day of the month', () => {
  expect(moveDayByKey('2026-03-31', 'PageUp', false)).toBe('2026-02-28');
  expect(moveDayByKey('2026-10-31', 'PageDown', false)).toBe('2026-11-30');
  expect(moveDayByKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28');
});

test('other keys do nothing', () => {
  expect(moveDayByKey('2026-11-20', 'Enter', false)).toBeUndefined();
  expect(moveDayByKey('2026-11-20', 'a', true)).toBeUndefined();
});

test('a month is shown as 42 consecutive days from a Sunday', () => {
  for (const day of ['2026-11-20', '2026-02-01', '2028-02-29', '2026-08-31'] as const) {
    const days = weeksOfMonth(day).flat();
    expect(days).toHaveLength(42);
    expect(Temporal.PlainDate.from(days[0] ?? '').dayOfWeek).toBe(7);
    expect(days).toContain(day);
    expect(days.every((each, at) => at === 0 || each > (days[at - 1] ?? ''))).toBe(true);
  }
});

test('titles are in English regardless of the locale', () => {
  expect(formatMonthTitle('2026-11-20')).toBe('November 2026');
});
