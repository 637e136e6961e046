import { expect, test } from 'vitest';
import { isSameZone, isTimeZone, toTodaysName } from './time-zone.ts';

test.each([
  ['Asia/Kolkata', 'Asia/Calcutta', true],
  ['US/Pacific', 'America/Los_Angeles', true],
  ['Europe/Kyiv', 'Europe/Kiev', true],
  ['Asia/Kolkata', 'Asia/Colombo', false],
])('%s is %s: %j', (one, other, expected) => {
  expect(isSameZone(one, other)).toBe(expected);
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
