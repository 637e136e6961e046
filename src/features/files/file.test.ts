import { expect, test } from 'vitest';
import { getPartSize, maxNameLength, partBytes, toFileName } from './file.ts';
import { officeExtensions } from './office.ts';

test.each([
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\photos\\IMG_1.HEIC', 'IMG_1.jpg'],
  ['dinner.jpeg', 'dinner.jpeg'],
  ['dinner.png', 'dinner.jpg'],
  ['invoice\u202egpj.exe', 'invoicegpj.jpg'],
  ['tab\tnew\nline.jpg', 'tab new line.jpg'],
  ['a"b<c>d:e|f?g*h.jpg', 'abcdefgh.jpg'],
  ['.hidden', 'hidden.jpg'],
  ['...', 'File.jpg'],
  ['\u200b', 'File.jpg'],
  ['', 'File.jpg'],
])('%j is saved as %j', (sent, name) => {
  expect(toFileName(sent, 'image/jpeg')).toBe(name);
});

test.each([
  ['Letter.rtf', 'application/rtf', 'Letter.rtf'],
  ['Evening.ICS', 'text/calendar', 'Evening.ICS'],
  ['Board.vcf', 'text/vcard', 'Board.vcf'],
  ['Re Hall.eml', 'message/rfc822', 'Re Hall.eml'],
  ['Members.tsv', 'text/plain', 'Members.tsv'],
  ['Memo.txt', 'message/rfc822', 'Memo.txt'],
  ['Memo.yaml', 'message/rfc822', 'Memo.yaml'],
  ['May.QBO', 'text/plain', 'May.QBO'],
  ['Letter.pdf.', 'application/pdf', 'Letter.pdf'],
  ['Deck.ppsx', officeExtensions.pptx, 'Deck.ppsx'],
  ['Letter.ott', officeExtensions.odt, 'Letter.ott'],
  ['Invoice 2026.11', 'application/pdf', 'Invoice 2026.11.pdf'],
  // Not what its bytes are.
  ['Evening.ics', 'text/plain', 'Evening.txt'],
  ['page.html', 'text/plain', 'page.txt'],
])('%j, which is %s, keeps what its name says truly: %j', (sent, mediaType, name) => {
  expect(toFileName(sent, mediaType)).toBe(name);
});

test('a name keeps its extension, however long it is, and no half of a letter', () => {
  const name = toFileName(`${'😀'.repeat(300)}.pdf`, 'application/pdf');
  expect(name.length).toBeLessThanOrEqual(maxNameLength);
  expect([name.endsWith('.pdf'), name.isWellFormed()]).toEqual([true, true]);
});

test('parts add up to the upload', () => {
  expect([0, 1, 2].map((part) => getPartSize(partBytes + 1, part))).toEqual([partBytes, 1, 0]);
  expect(getPartSize(partBytes, 1)).toBe(0);
});
