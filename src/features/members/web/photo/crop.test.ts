import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centered, cropSquare, maxZoom, movePicture } from './crop.ts';

const landscape = { width: 400, height: 200 };

test('the largest square is taken from the middle', () => {
  expect(cropSquare(landscape, centered)).toEqual({ side: 200, left: 100, top: 0 });
});

test('zooming takes a smaller square', () => {
  expect(cropSquare(landscape, { ...centered, zoom: 2 })).toEqual({
    side: 100,
    left: 150,
    top: 50,
  });
});

test('moving the picture to the right shows what was to the left', () => {
  expect(cropSquare(landscape, movePicture(landscape, centered, 0.25, 0))).toEqual({
    side: 200,
    left: 50,
    top: 0,
  });
});

test('the square never leaves the picture', () => {
  const side = fc.integer({ min: 1, max: 8_000 });
  const move = fc.double({ min: -3, max: 3, noNaN: true });
  const zoom = fc.double({ min: 1, max: maxZoom, noNaN: true });
  fc.assert(
    fc.property(side, side, zoom, fc.array(fc.tuple(move, move)), (width, height, zoom, moves) => {
      const size = { width, height };
      const framing = moves.reduce((at, [dx, dy]) => movePicture(size, at, dx, dy), {
        ...centered,
        zoom,
      });
      const square = cropSquare(size, framing);
      expect(square.left).toBeGreaterThanOrEqual(0);
      expect(square.top).toBeGreaterThanOrEqual(0);
      expect(square.left + square.side).toBeLessThanOrEqual(width + 1e-6);
      expect(square.top + square.side).toBeLessThanOrEqual(height + 1e-6);
    }),
  );
});
