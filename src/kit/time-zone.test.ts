import { afterEach, expect, test, vi } from 'vitest';
import { getOwnZone, isSameZone, isTimeZone, toTodaysName } from './time-zone.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Asia/Kolkata', 'Asia/Calcutta', true],
  ['US/Pacific', 'America/Los_Angeles', true],
  ['Europe/Kyiv', 'Europe/Kiev', true],
  ['Asia/Kolkata', 'Asia/Colombo', false],
])('%s is %s: %j', (one, other, expected) => {
  expect(isSameZone(one, other)).toBe(expected);
});

test.each([
  'PST',
  'IST',
  'JST',
  'SystemV/PST8',
  'US/Pacific-New',
  '+01:00',
  'Z',
  '2027-01-01T00:00Z',
])('%s, with which no time can be computed, is no zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('every zone has the name of today, which is one of the same zone', () => {
  const renamed = Intl.supportedValuesOf('timeZone')
    .map((zone) => [zone, toTodaysName(zone)] as const)
    .filter(([zone, name]) => name !== zone);
  expect(renamed.length).toBeGreaterThan(15);
  for (const [zone, name] of renamed) {
    expect([zone, isTimeZone(name), isSameZone(zone, name)]).toEqual([zone, true, true]);
  }
});

test('a device that does not know its zone has that of UTC', () => {
  vi.stubEnv('TZ', '');
  expect([Temporal.Now.timeZoneId(), getOwnZone()]).toEqual(['Etc/Unknown', 'UTC']);
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(getOwnZone()).toBe('Europe/Berlin');
});
