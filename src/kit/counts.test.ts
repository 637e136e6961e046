import { expect, test } from 'vitest';
import { formatCount, plural } from './counts.ts';

test('digits of a count are grouped as in en-US', () => {
  const counts = [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789];
  expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString('en-US')));
});

test('one uses the singular, any other count the plural', () => {
  expect([0, 1, 2, 1_234].map((count) => plural(count, 'event'))).toEqual([
    '0 events',
    '1 event',
    '2 events',
    '1,234 events',
  ]);
  expect(plural(3, 'person', 'people')).toBe('3 people');
});
