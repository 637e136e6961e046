import { expect, test } from 'vitest';
import { createClocks } from './ical-clock.ts';
import { readCalendars } from './ical-read.ts';
import { readTimes } from './ical-times.ts';

const observance = (start: string, ...more: string[]) => [
  'BEGIN:STANDARD',
  `DTSTART:${start}`,
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  ...more,
  'END:STANDARD',
];

/** What it takes to read a time of a zone that the file describes. */
async function measureSteps(observances: readonly string[]): Promise<number> {
  const lines = ['BEGIN:VTIMEZONE', 'TZID:Own', ...observances, 'END:VTIMEZONE'];
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const read = await readCalendars(text, () => Promise.resolve());
  const [calendar] = read.ok ? read.value : [];
  if (!calendar) throw new Error('no calendar was read');
  let steps = 0;
  const spend = (units: number) => {
    steps += units;
  };
  const clock = createClocks(calendar, { spend, isSpent: () => false })('Own');
  expect(clock?.toInstant('2027-01-01T10:00')).toBe('2027-01-01T09:00:00.000Z');
  return steps;
}

const repeating = (count: number) =>
  Array.from({ length: count }, () => observance('19700101T000000', 'RRULE:FREQ=YEARLY')).flat();

test('of a zone, at most a hundred observances that repeat are walked', async () => {
  const steps = await measureSteps(repeating(100));
  expect(steps).toBeGreaterThan(100);
  expect(await measureSteps(repeating(99))).toBeLessThan(steps);
  expect(await measureSteps(repeating(400))).toBe(steps);
});

test('of a zone, at most a thousand changes that are named one by one are walked', async () => {
  const dates = Array.from({ length: 300 }, (_, index) => `${1700 + index}0101T000000`);
  const named = observance('19700101T000000', `RDATE:${dates.join(',')}`);
  expect(await measureSteps(named)).toBe(300);
  expect(await measureSteps(Array.from({ length: 20 }, () => named).flat())).toBe(1_000);
});

test('of many dates that cannot be read, the first one decides', () => {
  const property = { name: 'EXDATE', zoneName: undefined, parameters: {}, isOfFollowing: false };
  const values = Array.from({ length: 500_000 }, () => '--');
  const started = performance.now();
  expect(readTimes({ ...property, values }, () => undefined)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1_000);
  const times = readTimes(
    { ...property, values: ['2027-01-02', '', '2027-01-03'] },
    () => undefined,
  );
  expect(times?.map(({ local }) => local)).toEqual(['2027-01-02T00:00', '2027-01-03T00:00']);
});
