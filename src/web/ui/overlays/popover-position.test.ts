import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePosition } from './popover-position.ts';

const window = { width: 1000, height: 800 };
const anchorAt = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

test('it stands below its anchor, aligned as asked', () => {
  const floating = { width: 200, height: 300 };
  expect(computePosition(anchorAt(500, 100), floating, window, 'start')).toMatchObject({
    top: 146,
    left: 500,
  });
  expect(computePosition(anchorAt(500, 100), floating, window, 'end')).toMatchObject({
    top: 146,
    left: 340,
  });
});

test('without room below it stands above, where there is more', () => {
  const place = computePosition(anchorAt(500, 700), { width: 200, height: 300 }, window, 'start');
  expect(place.top).toBe(394);
});

test('it never leaves the window', () => {
  const length = fc.integer({ min: 1, max: 900 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 960 }),
      fc.integer({ min: 0, max: 760 }),
      length,
      length,
      fc.constantFrom('start' as const, 'end' as const),
      (left, top, width, height, align) => {
        const place = computePosition(anchorAt(left, top), { width, height }, window, align);
        const drawn = Math.min(height, place.maxHeight);
        expect(place.left).toBeGreaterThanOrEqual(8);
        expect(place.left + width).toBeLessThanOrEqual(992);
        expect(place.top).toBeGreaterThanOrEqual(0);
        expect(place.top + drawn).toBeLessThanOrEqual(800);
      },
    ),
  );
});
