import { expect, test } from 'vitest';
import { describeRecurrence, type RecurrencePattern } from './recurrence-text.ts';

const weekly: RecurrencePattern = {
  frequency: 'weekly',
  interval: 1,
  byDay: [],
  endBy: null,
  count: null,
};

test.each<[string, RecurrencePattern | null]>([
  ['No recurrence', null],
  ['Every week', weekly],
  [
    'Every 2 weeks on Tuesday, Thursday',
    { ...weekly, interval: 2, byDay: ['Tuesday', 'Thursday'] },
  ],
  ['Every month until Dec 31, 2026', { ...weekly, frequency: 'monthly', endBy: '2026-12-31' }],
  ['Every 3 days for 10 occurrences', { ...weekly, frequency: 'daily', interval: 3, count: 10 }],
])('%s', (text, pattern) => {
  expect(describeRecurrence(pattern)).toBe(text);
});
