import { expect, test } from 'vitest';
import { timeRange } from './event-times.ts';

const zone = 'America/Los_Angeles';

test.each([
  ['6:00 PM – 9:00 PM', '2026-11-21T02:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['6:00 PM', '2026-11-21T02:00:00.000Z', '2026-11-21T02:00:00.000Z'],
  [
    'Nov 20, 2026, 6:00 PM – Nov 21, 2026, 1:00 AM',
    '2026-11-21T02:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
  ],
])('%s', (text, from, to) => {
  expect(timeRange(from, to, zone)).toBe(text);
});
