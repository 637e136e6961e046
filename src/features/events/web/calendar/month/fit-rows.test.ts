import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitRows } from './fit-rows.ts';

test('the weeks of a month share the room of the window, in whole pixels', () => {
  expect(fitRows(900 - 328, 16)).toEqual({ height: 95, maxChips: 2 });
  // Beside a panel, where what is above takes three lines more.
  expect(fitRows(900 - 470, 16)).toEqual({ height: 71, maxChips: 1 });
  // A large window shows more of each day.
  expect(fitRows(1080 - 328, 16)).toEqual({ height: 125, maxChips: 3 });
  expect(fitRows(4000, 16)).toEqual({ height: 144, maxChips: 4 });
});

test('a row has room for the number of the day, each chip and what is more, at any size of text', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 5000 }),
      fc.integer({ min: 8, max: 48 }),
      (room, rem) => {
        const { height, maxChips } = fitRows(room, rem);
        expect(maxChips).toBeGreaterThanOrEqual(1);
        expect((1.5 + 1.5 * maxChips + 1.4375) * rem).toBeLessThanOrEqual(height + 1);
      },
    ),
  );
});
