import { expect, test } from 'vitest';
import { partBytes } from '../file.ts';
import { officeExtensions } from '../office.ts';
import { zipOf } from '../testing/zip.ts';
import { type Detected, detectKind } from './detect-kind.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

async function detect(content: string | Buffer): Promise<string> {
  const all = typeof content === 'string' ? bytes(content) : content;
  const read = async (start: number, end: number) => all.subarray(start, end);
  const found: Detected = await detectKind({ size: all.length, read });
  return 'mediaType' in found ? found.mediaType : `not taken: ${found.obstacle}`;
}

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n';

test.each([
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['a JPEG that hides a PDF', `\xff\xd8\xff\xe0\0\x10JFIF${pdf}`, 'image/jpeg'],
  ['an HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'not taken: heic'],
  ['an AVIF', '\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'not taken: other-picture'],
  ['a video', '\0\0\0\x18ftypisom\0\0\0\0', 'not taken: unknown'],
  ['a GIF', 'GIF89a\x01\0', 'not taken: other-picture'],
  ['a TIFF', 'II*\0\x08\0\0\0', 'not taken: other-picture'],
])('of pictures, the first bytes show the kind: %s', async (_, content, kind) => {
  expect(await detect(content)).toBe(kind);
});

test.each([
  ['nothing', ''],
  ['a byte order mark', '\xef\xbb\xbf'],
  ['a line break', '\r\n'],
  ['padding', '\0'.repeat(512)],
  ['a mail header', 'Content-Type: application/pdf\r\nContent-Length: 99\r\n\r\n'],
  ['1,000 bytes', `${'% scanned '.repeat(100)}\n`],
])('a PDF may have before its header: %s', async (_, before) => {
  expect(await detect(before + pdf)).toBe('application/pdf');
});

test.each([
  ['a header as PostScript has', pdf.replace('%PDF-1.7', '%!PS-Adobe-3.0 PDF-1.4')],
  ['any version', pdf.replace('1.7', '3.0')],
  ['no mark at its end', pdf.replace('%%EOF\n', '')],
  ['padding behind its end', pdf + '\0'.repeat(20_000)],
  ['a little of something else behind its end', `${pdf}${'-'.repeat(900)}`],
])('a PDF may have %s', async (_, content) => {
  expect(await detect(content)).toBe('application/pdf');
});

test.each([
  ['truncated', pdf.slice(0, 30), 'not taken: incomplete-pdf'],
  ['truncated, behind a mark', `\xef\xbb\xbf${pdf.slice(0, 30)}`, 'not taken: incomplete-pdf'],
  ['begun behind the first 1,024 bytes', `${' .'.repeat(600)}${pdf}`, 'text/plain'],
  ['named in a text', `How to read ${pdf.slice(0, 30)}`, 'text/plain'],
  ['in another picture', `GIF89a ${pdf}`, 'not taken: other-picture'],
  ['in a page', `<html><script>alert(1)</script>${pdf}`, 'not taken: unknown'],
  ['in a ZIP', `PK\x03\x04${'\0'.repeat(26)}a.pdf${pdf}`, 'not taken: unknown'],
])('a PDF is none if it is %s', async (_, content, kind) => {
  expect(await detect(content)).toBe(kind);
});

/** A compound file of 512-byte sectors whose directory, with one entry, is at its end. */
function compoundOf(entry: string, sectors = 3): Buffer {
  const content = Buffer.alloc(512 * sectors);
  content.write('d0cf11e0a1b11ae1', 'hex');
  content.write(`${entry}\0`, content.length - 256, 'utf16le');
  return content;
}

test.each([
  ['the format before 2007', compoundOf('WordDocument'), 'old-office'],
  ['a workbook with a password', compoundOf('EncryptedPackage'), 'locked-office'],
  [
    'a presentation with a password, its directory far behind',
    compoundOf('EncryptedPackage', (2 * partBytes) / 512 + 7),
    'locked-office',
  ],
  ['a message of Outlook', compoundOf('__properties_version1.0'), 'outlook-mail'],
  [
    'an old document about an EncryptedPackage',
    Buffer.concat([compoundOf('WordDocument'), Buffer.from('\0EncryptedPackage\0', 'utf16le')]),
    'old-office',
  ],
])('a compound file is recognized by its directory: %s', async (_, content, obstacle) => {
  expect(await detect(content)).toBe(`not taken: ${obstacle}`);
});

const odt = bytes(officeExtensions.odt);

test.each([
  ['first and stored', zipOf(['mimetype', { bytes: odt }], 'content.xml')],
  ['behind other entries', zipOf('content.xml', ['mimetype', { bytes: odt }])],
  ['with an extra field', zipOf(['mimetype', { bytes: odt, extra: Buffer.alloc(9) }])],
  ['deflated', zipOf(['mimetype', { bytes: odt, isDeflated: true }])],
])('an OpenDocument has its kind in an entry: %s', async (_, content) => {
  expect(await detect(content)).toBe(officeExtensions.odt);
});

test('an entry that is no kind, or unpacks to far more than one, is none', async () => {
  const huge = { bytes: Buffer.alloc(100_000, 'a'), isDeflated: true };
  for (const content of [
    zipOf('mimetype'),
    zipOf(['mimetype', { bytes: bytes('application/epub+zip') }]),
    zipOf(['mimetype', huge]),
    zipOf('content.xml'),
  ]) {
    expect(await detect(content)).toBe('not taken: unknown');
  }
});

test('an office document is known by the names in it', async () => {
  const content = zipOf('[Content_Types].xml', 'xl/workbook.xml');
  expect(await detect(content)).toBe(officeExtensions.xlsx);
});

const mail =
  'Received: by a.example\r\n\twith SMTP\r\nFrom: Ann <a@example.org>\r\nSubject: Hall\r\n';

test.each([
  ['RTF', '{\\rtf1\\ansi Hello}', 'application/rtf'],
  ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'text/calendar'],
  ['a calendar behind a mark and a line', '\xef\xbb\xbf\nBEGIN:VCALENDAR\n', 'text/calendar'],
  ['contacts in small letters', 'begin:vcard\nversion:3.0\n', 'text/vcard'],
  ['contacts in UTF-16', '\xff\xfeB\0E\0G\0I\0N\0:\0V\0C\0A\0R\0D\0\r\0\n\0', 'text/vcard'],
  ['a mail', `${mail}Date: Sun, 29 Nov 2026 10:00:00 +0000\r\n\r\nHi`, 'message/rfc822'],
  ['a mail of a mailbox', `From ann Sun Nov 29\n${mail}To: b@example.org\n\n`, 'message/rfc822'],
  [
    'a mail with a long header',
    `${mail}To: b@example.org\n${'X-Trace: 0123\n'.repeat(400)}`,
    'message/rfc822',
  ],
  ['a mail with no text', mail.replace('Subject', 'Date: now\r\nSubject'), 'message/rfc822'],
  ['notes', 'From: here\nwe went there.\n\nTo: do', 'text/plain'],
  ['a list', 'Name: Hall\nDate: May\nPrice: 300\n\n', 'text/plain'],
  ['nothing', '', 'text/plain'],
  ['a page', '<!doctype html><script>', 'not taken: unknown'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'not taken: unknown'],
])('texts are recognized by how they begin: %s', async (_, content, kind) => {
  expect(await detect(content)).toBe(kind);
});
