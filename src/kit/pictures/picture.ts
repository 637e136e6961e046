/** Recognizes pictures by their bytes alone: file names and declared types prove nothing. */

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';
export type Picture = {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
};

/** What it begins as, whether it is complete or not. */
export function detectPicture(head: Uint8Array): PictureType | undefined {
  if (hasTextAt(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (hasTextAt(head, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (hasTextAt(head, 0, 'RIFF') && hasTextAt(head, 8, 'WEBP')) return 'image/webp';
  return undefined;
}

const readers: Record<PictureType, (bytes: Uint8Array) => Picture | undefined> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** A complete PNG, JPEG or WebP with nothing after it; undefined for anything else. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const type = detectPicture(bytes);
  const picture = type && readers[type](bytes);
  return picture && picture.width > 0 && picture.height > 0 ? picture : undefined;
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function hasTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
}

/** A chain of chunks from IHDR to IEND, which must end the file. */
function readPng(bytes: Uint8Array): Picture | undefined {
  if (!hasTextAt(bytes, 12, 'IHDR') || bytes.length < 33) return undefined;
  const view = toDataView(bytes);
  let at = 8;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + view.getUint32(at);
    if (hasTextAt(bytes, at + 4, 'IEND')) {
      if (next !== bytes.length) return undefined;
      return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
    }
    at = next;
  }
  return undefined;
}

/** Segments up to the frame header, which has the size; the end marker must end the file. */
function readJpeg(bytes: Uint8Array): Picture | undefined {
  const { length } = bytes;
  if (bytes[length - 2] !== 0xff || bytes[length - 1] !== 0xd9) return undefined;
  const view = toDataView(bytes);
  let at = 2;
  while (at + 9 < length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** A single RIFF container that is the whole file: VP8, VP8L or VP8X. */
function readWebp(bytes: Uint8Array): Picture | undefined {
  if (bytes.length < 30) return undefined;
  const view = toDataView(bytes);
  const size = view.getUint32(4, true) + 8;
  if (size !== bytes.length) return undefined;
  const type = 'image/webp';
  if (hasTextAt(bytes, 12, 'VP8X')) {
    const side = (at: number) => 1 + (view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16));
    return { type, width: side(24), height: side(27) };
  }
  if (hasTextAt(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (hasTextAt(bytes, 12, 'VP8 ') && hasTextAt(bytes, 23, '\x9d\x01\x2a')) {
    const side = (at: number) => view.getUint16(at, true) & 0x3fff;
    return { type, width: side(26), height: side(28) };
  }
  return undefined;
}
