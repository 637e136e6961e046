import { expect, test } from 'vitest';
import { describeZone } from './describe-zone.ts';

test('a time zone is called what people call it, with its city', () => {
  expect(describeZone('America/Los_Angeles')).toBe('Pacific Time (Los Angeles)');
  expect(describeZone('Europe/Berlin')).toBe('Central European Time (Berlin)');
  expect(describeZone('America/Argentina/Buenos_Aires')).toContain('(Buenos Aires)');
  expect(describeZone('Asia/Calcutta')).toBe('India Standard Time (Kolkata)');
  // Whose sign is the other way round.
  expect(describeZone('Etc/GMT+5')).toBe('GMT-05:00');
});
