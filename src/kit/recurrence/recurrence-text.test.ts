import { expect, test } from 'vitest';
import { type RecurrencePattern, recurrencePattern } from './recurrence-pattern.ts';
import { describeRecurrence } from './recurrence-text.ts';

test('no recurrence is described as such', () => {
  expect(describeRecurrence(null)).toBe('No recurrence');
});

test.each<[string, Partial<RecurrencePattern> & Pick<RecurrencePattern, 'frequency'>]>([
  ['Every week', { frequency: 'weekly' }],
  ['Every 2 weeks on Tuesday, Thursday', { frequency: 'weekly', interval: 2, byDay: ['TU', 'TH'] }],
  ['Every month until Dec 31, 2026', { frequency: 'monthly', endBy: '2026-12-31' }],
  ['Every 3 days for 10 occurrences', { frequency: 'daily', interval: 3, count: 10 }],
  ['Every year for 1 occurrence', { frequency: 'yearly', count: 1 }],
  [
    'Every month on the second Tuesday, the last Friday',
    { frequency: 'monthly', byDay: ['2TU', '-1FR'] },
  ],
  [
    'Every month on the fifth Monday, the third-to-last Sunday',
    { frequency: 'monthly', byDay: ['+5MO', '-3SU'] },
  ],
  ['Every year on the 20th Monday', { frequency: 'yearly', byDay: ['20MO'] }],
  [
    'Every month on the 1st, the 2nd, the 3rd, the 11th, the 22nd, the 31st',
    { frequency: 'monthly', byMonthDay: [1, 2, 3, 11, 22, 31] },
  ],
  [
    'Every month on the last day, the second-to-last day',
    { frequency: 'monthly', byMonthDay: [-1, -2] },
  ],
  [
    'Every month on Friday when it is the 13th',
    { frequency: 'monthly', byDay: ['FR'], byMonthDay: [13] },
  ],
  [
    'Every year on the 10th in June, July',
    { frequency: 'yearly', byMonthDay: [10], byMonth: [6, 7] },
  ],
  [
    'Every month on the last weekday',
    { frequency: 'monthly', byDay: ['MO', 'TU', 'WE', 'TH', 'FR'], bySetPosition: [-1] },
  ],
  [
    'Every 2 months on the first weekend day',
    { frequency: 'monthly', interval: 2, byDay: ['SU', 'SA'], bySetPosition: [1] },
  ],
  [
    'Every month on the second of Monday, Tuesday',
    { frequency: 'monthly', byDay: ['MO', 'TU'], bySetPosition: [2] },
  ],
])('%s', (text, pattern) => {
  expect(describeRecurrence(recurrencePattern.parse(pattern))).toBe(text);
});
