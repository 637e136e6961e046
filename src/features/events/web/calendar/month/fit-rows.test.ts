import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitRows } from './fit-rows.ts';

test('the weeks of a month share the room of the window, in whole pixels', () => {
  expect(fitRows(900 - 316, 16)).toEqual({ height: 97, maxChips: 2 });
  // A low window scrolls rather than hide the first chip.
  expect(fitRows(600 - 316, 16)).toEqual({ height: 73, maxChips: 1 });
  // A large window shows more of each day.
  expect(fitRows(1080 - 316, 16)).toEqual({ height: 127, maxChips: 3 });
  expect(fitRows(4000, 16)).toEqual({ height: 146, maxChips: 4 });
});

test('a row has room for the number of the day, each chip and what is more, at any size of text', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 5000 }),
      fc.integer({ min: 8, max: 48 }),
      (room, rem) => {
        const { height, maxChips } = fitRows(room, rem);
        expect(maxChips).toBeGreaterThanOrEqual(1);
        expect((1.375 + 1.5 * maxChips + 1.6875) * rem).toBeLessThanOrEqual(height + 1);
      },
    ),
  );
});
