import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jpegOf, pngOf, smallPng, webpOf } from '#app/testing/pictures.ts';
import { maxLogoBytes, readLogo } from './logo.ts';

const codeOf = (bytes: Uint8Array) => {
  const read = readLogo(bytes);
  return read.ok ? 'taken' : read.refusal.code;
};

test.each([
  ['image/png', pngOf(640, 480)],
  ['image/jpeg', jpegOf(640, 480)],
  ['image/webp', webpOf(640, 480)],
])('%s is known by its bytes, and how large it is', (type, bytes) => {
  expect(readLogo(bytes)).toEqual({ ok: true, value: { type, width: 640, height: 480 } });
});

test.each<[string, Uint8Array, string]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not_a_picture'],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 'not_a_picture'],
  ['nothing', new Uint8Array(), 'not_a_picture'],
  [
    'a PNG with a page behind it',
    Buffer.concat([smallPng, Buffer.from('<script>')]),
    'not_a_picture',
  ],
  [
    'a JPEG with a page behind it',
    Buffer.concat([jpegOf(8, 8), Buffer.from('<s>')]),
    'not_a_picture',
  ],
  [
    'a WebP with a page behind it',
    Buffer.concat([webpOf(8, 8), Buffer.from('<s>')]),
    'not_a_picture',
  ],
  ['half a PNG', smallPng.subarray(0, 40), 'not_a_picture'],
  ['a picture without width', pngOf(0, 8), 'not_a_picture'],
  ['a picture too wide', pngOf(1_025, 1), 'too_many_pixels'],
  ['a picture too high', webpOf(1, 1_025), 'too_many_pixels'],
  ['a file too large', Buffer.concat([smallPng, Buffer.alloc(maxLogoBytes)]), 'too_large'],
])('%s is refused', (_, bytes, code) => {
  expect(codeOf(bytes)).toBe(code);
});

test('the largest picture is taken', () => {
  expect(codeOf(pngOf(1_024, 1_024))).toBe('taken');
});

test('whatever the bytes are, they are taken or refused', () => {
  const starts = [smallPng, jpegOf(8, 8), webpOf(8, 8)].map((bytes) => bytes.subarray(0, 16));
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      expect(codeOf(Buffer.concat([start, rest]))).toMatch(/taken|not_a_picture|too_many_pixels/);
    }),
    { numRuns: 2_000 },
  );
});
