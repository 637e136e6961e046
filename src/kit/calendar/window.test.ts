import { expect, test } from 'vitest';
import { daysBetween } from './window.ts';

test('days are counted over months and leap days, and backward', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  expect(daysBetween('2024-03-01', '2023-03-01')).toBe(-366);
  expect(daysBetween('2024-03-01', '2024-03-01')).toBe(0);
});
