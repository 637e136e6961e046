import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePosition } from './popover-position.ts';

const window = { width: 1000, height: 800 };
const createAnchor = (left: number, top: number) => ({
  left,
  top,
  right: left + 40,
  bottom: top + 40,
});

test('it is placed below its anchor with the requested alignment', () => {
  const floating = { width: 200, height: 300 };
  expect(computePosition(createAnchor(500, 100), floating, window, 'start')).toMatchObject({
    top: 146,
    left: 500,
  });
  expect(computePosition(createAnchor(500, 100), floating, window, 'end')).toMatchObject({
    top: 146,
    left: 340,
  });
});

test('without room below it is placed above if there is more room', () => {
  const position = computePosition(
    createAnchor(500, 700),
    { width: 200, height: 300 },
    window,
    'start',
  );
  expect(position.top).toBe(394);
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
        const position = computePosition(createAnchor(left, top), { width, height }, window, align);
        const visibleHeight = Math.min(height, position.maxHeight);
        expect(position.left).toBeGreaterThanOrEqual(8);
        expect(position.left + width).toBeLessThanOrEqual(992);
        expect(position.top).toBeGreaterThanOrEqual(0);
        expect(position.top + visibleHeight).toBeLessThanOrEqual(800);
      },
    ),
  );
});
