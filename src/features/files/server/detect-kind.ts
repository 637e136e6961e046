/**
 * What an uploaded file is, recognized by its bytes: names and declared types prove nothing. Whatever the readers of a
 * format accept is accepted, wherever it begins.
 */
import { inflateRawSync } from 'node:zlib';
import { detectPicture } from '#kit/pictures/picture.ts';
import { partBytes } from '../file.ts';
import {
  detectOffice,
  detectOpenDocument,
  findZipDirectory,
  isOldOffice,
  isZip,
  listZipEntries,
  maxZipEndBytes,
  startsAsMarkup,
  toLatin,
  type ZipEntry,
} from '../office.ts';
import { detectTextKind } from '../text-kind.ts';

/** Why a file is not taken, as far as its bytes show. */
export type Obstacle =
  | 'heic'
  | 'other-picture'
  | 'incomplete-pdf'
  | 'old-office'
  | 'locked-office'
  | 'outlook-mail'
  | 'unknown';
export type Detected = { readonly mediaType: string } | { readonly obstacle: Obstacle };

/** A file that is read in places. */
export type ByteSource = {
  readonly size: number;
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
};

const is = (mediaType: string | undefined): Detected =>
  mediaType === undefined ? isNot('unknown') : { mediaType };
const isNot = (obstacle: Obstacle): Detected => ({ obstacle });

/** Readers of PDF look for its header in the first 1,024 bytes; a mail may have more lines before its text. */
const headBytes = 4_096;

export async function detectKind(source: ByteSource): Promise<Detected> {
  const head = await source.read(0, Math.min(source.size, headBytes));
  const start = toLatin(head);
  const picture = detectPicture(head);
  if (picture) return is(picture);
  if (/^[^]{4}ftyp/.test(start)) return isNot(detectOfFtyp(start));
  if (/^(?:GIF8[79]a|II\*\0|MM\0\*|BM[^]{4}\0\0\0\0)/.test(start)) return isNot('other-picture');
  if (isOldOffice(head)) return detectCompound(source);
  if (isZip(head)) return is(await detectZip(source));
  const isPdf = pdfStart.test(start);
  if (isPdf || (pdfHeader.test(start.slice(0, 1_032)) && !foreignStart.test(start))) {
    if (await hasPdfEnd(source)) return is('application/pdf');
    if (isPdf) return isNot('incomplete-pdf');
  }
  return startsAsMarkup(head) ? isNot('unknown') : is(detectTextKind(head));
}

function detectOfFtyp(start: string): Obstacle {
  if (/^[^]{4}ftyp(?:[^]{4}){0,15}?avi[fs]/.test(start)) return 'other-picture';
  return /^[^]{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(start) ? 'heic' : 'unknown';
}

const pdfHeader = /%PDF-\d|%!PS-Adobe-\d\.\d PDF-\d/;
/** Nothing else begins so: before it are a mark and white space at most. */
const pdfStart =
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]{0,1024}(?:%PDF-\d|%!PS-Adobe-\d\.\d PDF-\d)/;
/** Programs, archives and pages, which may hold a PDF and are none. */
const foreignStart =
  /^(?:MZ|\x7fELF|#!|PK|Rar!|7z\xbc\xaf|\W\x8b|[^]{257}ustar|(?:\xef\xbb\xbf)?\s*<)/;

/** A truncated PDF has no end. Readers let it be followed by padding, and by 1,024 bytes of anything. */
async function hasPdfEnd({ size, read }: ByteSource): Promise<boolean> {
  const tail = await read(Math.max(0, size - maxPdfEndBytes), size);
  const shown = tail.subarray(0, tail.findLastIndex((byte) => byte > 32) + 1);
  return /%%EOF|startxref\s+\d+$/.test(toLatin(shown.subarray(-1_024)));
}
const maxPdfEndBytes = 64 * 1024;

/** The names by which a compound file is recognized. */
const compoundNames: readonly [string, Obstacle][] = [
  ['EncryptedPackage', 'locked-office'],
  ['__properties_version1.0', 'outlook-mail'],
];
const compoundEntryBytes = 128;

/** Its directory may be anywhere in it. */
async function detectCompound({ size, read }: ByteSource): Promise<Detected> {
  for (let at = 0; at < size; at += partBytes) {
    const part = Buffer.from(await read(at, Math.min(size, at + partBytes)));
    const found = compoundNames.find(([name]) =>
      hasEntry(part, Buffer.from(`${name}\0`, 'utf16le')),
    );
    if (found) return isNot(found[1]);
  }
  return isNot('old-office');
}

/** Entries stand at multiples of their size, unlike words of a text. */
function hasEntry(part: Buffer, name: Buffer): boolean {
  for (let at = part.indexOf(name); at >= 0; at = part.indexOf(name, at + 1)) {
    if (at % compoundEntryBytes === 0) return true;
  }
  return false;
}

/** By the directory at its end, which names what is in it. */
async function detectZip(source: ByteSource): Promise<string | undefined> {
  const { size, read } = source;
  const tail = await read(Math.max(0, size - maxZipEndBytes), size);
  const directory = findZipDirectory(tail, size);
  if (!directory) return undefined;
  const entries = listZipEntries(await read(directory.start, directory.end));
  const mimetype = entries.find(({ name }) => name === 'mimetype');
  if (mimetype) return detectOpenDocument(await readShort(source, mimetype));
  return detectOffice(entries.map(({ name }) => name));
}

const maxShortBytes = 256;

/** An entry of some letters; empty if it is none. */
async function readShort({ size, read }: ByteSource, entry: ZipEntry): Promise<string> {
  const { start, bytes, isDeflated } = entry;
  if (bytes > maxShortBytes || start + 30 > size) return '';
  const local = Buffer.from(await read(start, start + 30));
  const from = start + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (from + bytes > size) return '';
  const packed = await read(from, from + bytes);
  if (!isDeflated) return toLatin(packed);
  try {
    return toLatin(inflateRawSync(packed, { maxOutputLength: maxShortBytes }));
  } catch {
    return '';
  }
}
