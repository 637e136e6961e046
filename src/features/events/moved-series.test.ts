import { expect, test } from 'vitest';
import type { LocalDateTime } from '#kit/day.ts';
import { mapMovedSeries } from './moved-series.ts';
import { generateOriginalStarts, type Series } from './series.ts';
import { parseValidRule } from './testing/random-rules.ts';

const fields = {
  title: 'Forum',
  description: '',
  location: '',
  categoryColor: '2563eb',
  capacity: null,
  maxGuests: 20,
  rsvpClosesMinutesBefore: null,
};
const create = (start: LocalDateTime, rule: string | null): Series => ({
  start,
  end: start,
  rule: rule === null ? null : parseValidRule(rule),
  fields,
  exceptions: new Map(),
});

const horizon = '2027-06-30';

async function move(before: Series, after: Series): Promise<string[]> {
  const window = { from: '2026-12-01', to: '2027-01-20' } as const;
  const originals = [...generateOriginalStarts(before, window)];
  const moved = await mapMovedSeries(before, after, originals, {
    horizon,
    steps: undefined,
    nextTurn: () => Promise.resolve(),
  });
  return originals.map((old) => `${old.slice(5)} ${moved.get(old)?.slice(5) ?? 'gone'}`);
}

// 1 December 2026 is a Tuesday.
test.each([
  [
    'another time of day',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;COUNT=2'),
    create('2026-12-01T19:30', 'FREQ=WEEKLY;COUNT=2'),
    ['12-01T18:00 12-01T19:30', '12-08T18:00 12-08T19:30'],
  ],
  [
    'another weekday',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;COUNT=2'),
    create('2026-12-02T18:00', 'FREQ=WEEKLY;COUNT=2'),
    ['12-01T18:00 12-02T18:00', '12-08T18:00 12-09T18:00'],
  ],
  [
    'one weekday of two',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4'),
    create('2026-12-02T18:00', 'FREQ=WEEKLY;BYDAY=WE,TH;COUNT=4'),
    [
      '12-01T18:00 12-02T18:00',
      '12-03T18:00 12-03T18:00',
      '12-08T18:00 12-09T18:00',
      '12-10T18:00 12-10T18:00',
    ],
  ],
  [
    'a later beginning',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;COUNT=4'),
    create('2026-12-15T18:00', 'FREQ=WEEKLY;COUNT=2'),
    ['12-01T18:00 gone', '12-08T18:00 gone', '12-15T18:00 12-15T18:00', '12-22T18:00 12-22T18:00'],
  ],
  [
    'a later beginning on another weekday',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;COUNT=3'),
    create('2026-12-16T18:00', 'FREQ=WEEKLY;COUNT=2'),
    ['12-01T18:00 gone', '12-08T18:00 gone', '12-15T18:00 12-16T18:00'],
  ],
  [
    'another week of the month',
    create('2026-12-08T18:00', 'FREQ=MONTHLY;BYDAY=2TU'),
    create('2026-12-16T18:00', 'FREQ=MONTHLY;BYDAY=3WE'),
    ['12-08T18:00 12-16T18:00', '01-12T18:00 01-20T18:00'],
  ],
  [
    'a single event on another day',
    create('2026-12-08T18:00', null),
    create('2027-03-01T09:00', null),
    ['12-08T18:00 03-01T09:00'],
  ],
  [
    'no longer a series',
    create('2026-12-01T18:00', 'FREQ=WEEKLY;COUNT=2'),
    create('2026-12-08T19:00', null),
    ['12-01T18:00 gone', '12-08T18:00 12-08T19:00'],
  ],
])('each evening of a series is found again after %s', async (_, before, after, moved) => {
  expect(await move(before, after)).toEqual(moved);
});
