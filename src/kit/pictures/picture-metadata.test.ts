import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { jpegOf, webpOf } from '#app/testing/pictures.ts';
import { readPicture } from './picture.ts';
import { removeMetadata } from './picture-metadata.ts';

const secret = 'Taken at home';

function segment(marker: number, text = secret): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), size, Buffer.from(text, 'latin1')]);
}

/** A JPEG with segments behind its start and between its scan and its end. */
function jpegWith(...segments: Buffer[]): Buffer {
  const plain = jpegOf(8, 8);
  return Buffer.concat([
    plain.subarray(0, 2),
    ...segments,
    plain.subarray(2, -2),
    ...segments,
    plain.subarray(-2),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function webpWith(flags: number, ...more: Buffer[]): Buffer {
  const extended = Buffer.from([flags, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
  const body = Buffer.concat([chunk('VP8X', extended), webpOf(8, 8).subarray(12), ...more]);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

test('a JPEG loses Exif, profiles, thumbnails and comments, wherever they are', () => {
  const bytes = jpegWith(...[0xe0, 0xe1, 0xe2, 0xed, 0xef, 0xfe].map((marker) => segment(marker)));
  const cleaned = removeMetadata(bytes, 'image/jpeg') ?? new Uint8Array();
  expect(Buffer.from(cleaned).includes(secret)).toBe(false);
  expect(readPicture(cleaned)).toEqual({ type: 'image/jpeg', width: 8, height: 8 });
  expect(removeMetadata(cleaned, 'image/jpeg')).toEqual(cleaned);
});

test('a JPEG keeps what its colors need', () => {
  const cleaned = removeMetadata(jpegWith(segment(0xee, 'Adobe')), 'image/jpeg');
  expect(Buffer.from(cleaned ?? []).includes('Adobe')).toBe(true);
});

test('a WebP loses Exif, XMP and everything unknown, and says so in its header', () => {
  const data = Buffer.from(secret);
  const bytes = webpWith(0x3c, ...['EXIF', 'XMP ', 'ICCP', 'NOTE'].map((n) => chunk(n, data)));
  const cleaned = removeMetadata(bytes, 'image/webp') ?? new Uint8Array();
  expect(Buffer.from(cleaned).includes(secret)).toBe(false);
  // Only transparency is left.
  expect(cleaned[20]).toBe(0x10);
  expect(readPicture(cleaned)).toEqual({ type: 'image/webp', width: 8, height: 8 });
});

test.each<[string, Buffer, 'image/jpeg' | 'image/webp']>([
  ['a second JPEG', Buffer.concat([jpegOf(8, 8), jpegOf(8, 8)]), 'image/jpeg'],
  ['a segment that is cut off', jpegOf(8, 8).subarray(0, 12), 'image/jpeg'],
  ['an animation', webpWith(0x02, webpOf(8, 8).subarray(12)), 'image/webp'],
  ['a chunk that is cut off', webpWith(0).subarray(0, -4), 'image/webp'],
])('%s is refused', (_, bytes, type) => {
  expect(removeMetadata(bytes, type)).toBeUndefined();
});

test('arbitrary bytes never throw, and what is cleaned stays clean', () => {
  const starts = [jpegOf(8, 8), webpOf(8, 8), webpWith(0x3c)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      for (const type of ['image/jpeg', 'image/webp'] as const) {
        const cleaned = removeMetadata(Buffer.concat([start.subarray(0, 20), rest]), type);
        if (cleaned) expect(removeMetadata(cleaned, type)).toEqual(cleaned);
      }
    }),
    { numRuns: scaleRuns(2_000) },
  );
});
