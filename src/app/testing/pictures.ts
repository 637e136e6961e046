/** Minimal images for tests that declare any size. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A gray PNG. */
export function pngOf(width: number, height: number): Buffer {
  return toPng(width, height, Buffer.alloc((width + 1) * height, 0x80));
}

/** Another one each time, and as large as a picture can be: no two pixels have to do with each other. */
export function noisyPngOf(width: number, height: number): Buffer {
  return toPng(width, height, randomBytes((width + 1) * height));
}

/** Of one byte for each pixel, and one at the start of each row, which is set. */
function toPng(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const smallPng = pngOf(8, 8);

/** Enough of a PNG to have a size: in color and with transparency, of one or two bytes a channel. */
export function pngHeadOf(
  width: number,
  height: number,
  { bits, isInterlaced }: { readonly bits: 8 | 16; readonly isInterlaced: boolean },
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, 6, 0, 0, Number(isInterlaced)], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Enough of a JPEG to have a size. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0x68, 0x69]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    comment,
    frame,
    Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
  ]);
}

/** Enough of a lossless WebP to have a size. */
export function webpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(22, 4);
  bytes.write('WEBPVP8L', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  return bytes;
}
