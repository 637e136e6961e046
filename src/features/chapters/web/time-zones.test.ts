import { expect, test } from 'vitest';
import { listTimeZones } from './time-zones.ts';

const listIn = (region: string, proposed: string) =>
  listTimeZones(proposed).find(({ label }) => label === region)?.options ?? [];

test('zones are offered by their names of today, once each', () => {
  const names = listIn('Asia', 'America/Los_Angeles').map(({ value }) => value);
  expect(names).toContain('Asia/Kolkata');
  expect(names).not.toContain('Asia/Calcutta');
  expect(new Set(names).size).toBe(names.length);
  expect(listIn('America', 'UTC').map(({ label }) => label)).toContain('Argentina, Buenos Aires');
});

test('the zone of a chapter is always among them, by the name that it has', () => {
  const options = listIn('Asia', 'Asia/Calcutta');
  expect(options.filter(({ label }) => label === 'Kolkata')).toEqual([
    { value: 'Asia/Calcutta', label: 'Kolkata' },
  ]);
  expect(listIn('US', 'US/Pacific')).toEqual([{ value: 'US/Pacific', label: 'Pacific' }]);
});
