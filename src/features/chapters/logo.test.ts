import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { jpegOf, pngOf, smallPng, webpOf } from '#app/testing/pictures.ts';
import { maxLogoBytes, readLogo } from './logo.ts';

const readOutcome = (bytes: Uint8Array) => {
  const read = readLogo(bytes);
  return read.ok ? 'accepted' : read.refusal.code;
};

test.each([
  ['image/png', pngOf(640, 480)],
  ['image/jpeg', jpegOf(640, 480)],
  ['image/webp', webpOf(640, 480)],
])('%s and its dimensions are recognized by its bytes', (type, bytes) => {
  expect(readLogo(bytes)).toEqual({ ok: true, value: { type, width: 640, height: 480 } });
});

test.each<[string, Uint8Array, string]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not_a_picture'],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 'not_a_picture'],
  ['an empty file', new Uint8Array(), 'not_a_picture'],
  ['a PNG followed by HTML', Buffer.concat([smallPng, Buffer.from('<script>')]), 'not_a_picture'],
  ['a JPEG followed by HTML', Buffer.concat([jpegOf(8, 8), Buffer.from('<s>')]), 'not_a_picture'],
  ['a WebP followed by HTML', Buffer.concat([webpOf(8, 8), Buffer.from('<s>')]), 'not_a_picture'],
  ['half a PNG', smallPng.subarray(0, 40), 'not_a_picture'],
  ['an image without width', pngOf(0, 8), 'not_a_picture'],
  ['an image that is too wide', pngOf(1_025, 1), 'too_many_pixels'],
  ['an image that is too high', webpOf(1, 1_025), 'too_many_pixels'],
  ['a file that is too large', Buffer.concat([smallPng, Buffer.alloc(maxLogoBytes)]), 'too_large'],
])('%s is refused', (_, bytes, code) => {
  expect(readOutcome(bytes)).toBe(code);
});

test('an image of the maximum size is accepted', () => {
  expect(readOutcome(pngOf(1_024, 1_024))).toBe('accepted');
});

test('arbitrary bytes are either accepted or refused', () => {
  const starts = [smallPng, jpegOf(8, 8), webpOf(8, 8)].map((bytes) => bytes.subarray(0, 16));
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      expect(readOutcome(Buffer.concat([start, rest]))).toMatch(
        /accepted|not_a_picture|too_many_pixels/,
      );
    }),
    { numRuns: scaleRuns(2_000) },
  );
});
