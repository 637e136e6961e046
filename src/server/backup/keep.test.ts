import { expect, test } from 'vitest';
import { type Instant, toInstant } from '#kit/day.ts';
import { chooseKept, parseKeep } from './keep.ts';

const timeZone = 'America/Los_Angeles';

/** One a night at 4:00, oldest first. */
function nights(count: number): { at: Instant }[] {
  const last = Temporal.ZonedDateTime.from('2026-11-25T04:00[America/Los_Angeles]');
  return Array.from({ length: count }, (_, index) => ({
    at: toInstant(last.subtract({ days: count - 1 - index }).toInstant()),
  }));
}
const now = toInstant(Temporal.Instant.from('2026-11-25T12:01:00Z'));
const keptOf = (backups: { at: Instant }[], rule: string) => {
  const keep = parseKeep(rule);
  if (!keep) throw new Error(`${rule} is no rule`);
  return [...chooseKept(backups, keep, { now, timeZone })].map(({ at }) => at.slice(0, 10)).sort();
};

test('a rule is read as days, weeks and months, of which any may be missing', () => {
  expect(parseKeep('7d4w12m')).toEqual({ days: 7, weeks: 4, months: 12 });
  expect(parseKeep('30d')).toEqual({ days: 30, weeks: 0, months: 0 });
  expect(parseKeep('2w')).toEqual({ days: 0, weeks: 2, months: 0 });
});

test.for(['', '0d', '0d0w0m', '7', 'd', '7d7d', '4w7d', '-1d', '7d 4w', '1.5d', '99999d', 'all'])(
  'what keeps nothing or is no rule is refused: %s',
  (text) => {
    expect(parseKeep(text)).toBeUndefined();
  },
);

test('the last backup of each of the last days, weeks and months is kept', () => {
  expect(keptOf(nights(400), '3d2w4m')).toEqual([
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
  ]);
});

test('days and weeks are those of the time zone', () => {
  // Ten in the evening of the 24th and two in the morning of the 25th.
  const backups = ['2026-11-20T06:00:00.000Z', '2026-11-20T10:00:00.000Z'].map((at) => ({
    at: at as Instant,
  }));
  expect(keptOf(backups, '2d')).toHaveLength(2);
});

test('a pause takes nothing away: periods without a backup do not count', () => {
  const old = nights(400).slice(0, 10);
  expect(keptOf(old, '10d')).toHaveLength(10);
});

test('the newest is always kept, and so is everything younger than a day', () => {
  const today = ['04:00', '05:00', '06:00'].map((time) => ({
    at: `2026-11-25T${time}:00.000Z` as Instant,
  }));
  expect(keptOf([...today, ...nights(5)], '1m')).toEqual([
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
  ]);
  expect(keptOf([], '7d')).toEqual([]);
});

test('one of a clock that was ahead stays, and takes no place of another', () => {
  expect(keptOf([{ at: '2027-11-25T10:00:00.000Z' as Instant }, ...nights(5)], '2d')).toEqual([
    '2026-11-24',
    '2026-11-25',
    '2027-11-25',
  ]);
});
