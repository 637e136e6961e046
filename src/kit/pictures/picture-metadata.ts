/**
 * Frees pictures of everything that is not needed to draw them: place, camera, time, thumbnails,
 * comments. The pixels stay as they are.
 */

/** The picture without metadata; undefined if it is not well formed or has several frames. */
export function removeMetadata(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/webp',
): Uint8Array | undefined {
  return type === 'image/jpeg' ? cleanJpeg(bytes) : cleanWebp(bytes);
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Application segments and comments; only Adobe's (14) says how colors are stored. */
function isJpegMetadata(marker: number): boolean {
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && marker !== 0xee);
}

/** Segments have a length; markers without one do not occur between segments. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > endOfImage);
}

function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || !hasLength(marker)) return undefined;
    let end = at + 2 + view.getUint16(at + 2);
    if (marker === startOfScan) end = findMarker(bytes, end);
    if (!isJpegMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (at + 2 !== bytes.length || bytes[at] !== 0xff || bytes[at + 1] !== endOfImage) {
    return undefined;
  }
  return concat([...kept, bytes.subarray(at)]);
}

/** Where the compressed data of a scan ends. Stuffed zeros and restarts (0xd0 to 0xd7) belong to it. */
function findMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) {
      return at;
    }
  }
  return bytes.length;
}

const imageChunks = ['VP8 ', 'VP8L'];
/** Of the extended header: color profile, Exif, XMP, animation. */
const extraFlags = 0x20 | 0x08 | 0x04 | 0x02;

function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [];
  let images = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const chunk = bytes.slice(at, at + 8 + size + (size % 2));
    at += chunk.length;
    if (chunk.length < 8 + size) return undefined;
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~extraFlags;
    if (imageChunks.includes(name)) images += 1;
    if (name === 'VP8X' || name === 'ALPH' || imageChunks.includes(name)) kept.push(chunk);
  }
  if (at !== bytes.length || images !== 1) return undefined;
  const cleaned = concat([bytes.subarray(0, 12), ...kept]);
  new DataView(cleaned.buffer).setUint32(4, cleaned.length - 8, true);
  return cleaned;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
