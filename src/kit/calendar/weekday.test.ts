import { expect, test } from 'vitest';
import { formatFullDay, nameWeekday } from './weekday.ts';

test('days are named with their weekday', () => {
  expect(nameWeekday('2026-11-22')).toBe('Sunday');
  expect(formatFullDay('2026-11-20')).toBe('Friday, November 20, 2026');
});
