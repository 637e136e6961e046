import { expect, test } from 'vitest';
import { linkToPlace } from './link-to-place.ts';

test.each([
  ['https://meet.example.org/a?b=c', 'https://meet.example.org/a?b=c'],
  ['Zoom: https://zoom.example/j/1?pwd=a (passcode 5)', 'https://zoom.example/j/1?pwd=a'],
  ['Pier 1 (https://maps.example/x).', 'https://maps.example/x'],
  ['zoom.example/j/1', 'https://zoom.example/j/1'],
  ['Zoom (zoom.example/j/1), or Pier 1', 'https://zoom.example/j/1'],
  ['Online: www.meet.example.', 'https://www.meet.example'],
  ['zoom.example/j/1 (passcode 5).', 'https://zoom.example/j/1'],
  ['Zoom (zoom.example/j/1), room 2', 'https://zoom.example/j/1'],
  ['meet.example/x.', 'https://meet.example/x'],
])('%s is the address of a meeting or a map, which is opened', (location, link) => {
  expect(linkToPlace(location)).toBe(link);
});

test.each([
  'Pier 1, hall A',
  'St. Mary/Hall 2',
  'St.Mary/Hall',
  'Hall b.at 5/6',
  'ana@meet.example/j',
  'example.org',
  'javascript:alert(1)',
])('%s is a place, which is searched on a map', (location) => {
  const { host, searchParams } = new URL(linkToPlace(location));
  expect([host, searchParams.get('query')]).toEqual(['www.google.com', location]);
});
