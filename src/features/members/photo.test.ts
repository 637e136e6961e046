import { expect, test } from 'vitest';
import { jpegOf, smallPng, webpOf } from '#app/testing/pictures.ts';
import { maxPhotoBytes, readPhoto } from './photo.ts';

const readOutcome = (bytes: Uint8Array) => {
  const read = readPhoto(bytes);
  return read.ok ? read.value.type : read.refusal.code;
};

test.each<[string, Uint8Array, string]>([
  ['a JPEG', jpegOf(512, 512), 'image/jpeg'],
  ['a WebP', webpOf(256, 256), 'image/webp'],
  ['a PNG', smallPng, 'not_a_photo'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_photo'],
  ['two JPEGs in one', Buffer.concat([jpegOf(8, 8), jpegOf(8, 8)]), 'not_a_photo'],
  ['a wide one', jpegOf(20, 10), 'not_square'],
  ['a large one', jpegOf(513, 513), 'too_many_pixels'],
  ['a heavy one', Buffer.concat([jpegOf(8, 8), Buffer.alloc(maxPhotoBytes)]), 'too_large'],
])('of %s', (_, bytes, outcome) => {
  expect(readOutcome(bytes)).toBe(outcome);
});
