import { expect, test } from 'vitest';
import { type Instant, localToInstant } from '#kit/day.ts';
import { isHeldLongEnough, isQuiet } from './timing.ts';

const at = (time: string) => `2027-01-12T${time}:00.000Z` as Instant;

test('a notice waits until nothing has changed for five minutes, and for half an hour at most', () => {
  const once = { first: at('10:00'), last: at('10:00') };
  expect(isHeldLongEnough(once, at('10:04'))).toBe(false);
  expect(isHeldLongEnough(once, at('10:05'))).toBe(true);
  const again = { first: at('10:00'), last: at('10:04') };
  expect(isHeldLongEnough(again, at('10:05'))).toBe(false);
  expect(isHeldLongEnough(again, at('10:09'))).toBe(true);
  const ceaseless = { first: at('10:00'), last: at('10:28') };
  expect(isHeldLongEnough(ceaseless, at('10:29'))).toBe(false);
  expect(isHeldLongEnough(ceaseless, at('10:30'))).toBe(true);
  expect(isHeldLongEnough(null, at('10:00'))).toBe(true);
});

test.each(['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'nothing goes out from 9 PM to 7 AM in %s, on days of clock changes either',
  (zone) => {
    for (const day of [
      '2027-01-12',
      '2027-03-14',
      '2027-04-04',
      '2027-10-03',
      '2027-11-07',
    ] as const) {
      const isQuietAt = (time: `${number}:${number}`) =>
        isQuiet(localToInstant(`${day}T${time}`, zone), zone);
      expect((['06:59', '07:00', '20:59', '21:00', '00:00'] as const).map(isQuietAt)).toEqual([
        true,
        false,
        false,
        true,
        true,
      ]);
    }
  },
);
