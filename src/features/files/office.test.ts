import { expect, test } from 'vitest';
import {
  createTextCheck,
  detectOffice,
  detectOpenDocument,
  findZipDirectory,
  isOldOffice,
  isZip,
  listZipEntries,
  maxZipEndBytes,
  officeExtensions,
  startsAsMarkup,
} from './office.ts';
import { zipOf } from './testing/zip.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

function detect(content: Buffer): string | undefined {
  const directory = findZipDirectory(content.subarray(-maxZipEndBytes), content.length);
  const entries = directory && listZipEntries(content.subarray(directory.start, directory.end));
  return entries && detectOffice(entries.map(({ name }) => name));
}

test.each([
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
] as const)('the names in it show a %s', (extension, main) => {
  const content = zipOf('_rels/.rels', '[Content_Types].xml', main);
  expect([isZip(content), detect(content)]).toEqual([true, officeExtensions[extension]]);
});

test.each([
  ['another ZIP', zipOf('word/document.xml')],
  ['a program', zipOf('[Content_Types].xml', 'classes.dex')],
  ['macros', zipOf('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')],
  ['no directory', zipOf('[Content_Types].xml', 'word/document.xml').subarray(0, -22)],
  ['a directory beyond the end', zipOf('[Content_Types].xml', 'word/document.xml').subarray(60)],
  ['a directory cut short', bytes('PK\x01\x02')],
])('%s is no office document', (_, content) => {
  expect(detect(content)).toBeUndefined();
});

test('an OpenDocument says its kind, and a template that of its documents', () => {
  expect(detectOpenDocument(officeExtensions.ods)).toBe(officeExtensions.ods);
  expect(detectOpenDocument(`${officeExtensions.odt}-template\n`)).toBe(officeExtensions.odt);
  expect(detectOpenDocument(officeExtensions.ods.replace('sheet', 'base'))).toBeUndefined();
  expect(detectOpenDocument(officeExtensions.docx)).toBeUndefined();
});

test('the format before 2007 is known', () => {
  expect(isOldOffice(bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))).toBe(true);
  expect(isOldOffice(bytes('\xd0\xcf'))).toBe(false);
});

test('text has no control characters but tabs and ends of lines', () => {
  const isText = (text: string) => createTextCheck(bytes(text))(bytes(text));
  expect(isText('Name;City\r\n\tJos\xe9\n')).toBe(true);
  expect(isText('MZ\0\x01')).toBe(false);
  // UTF-16 with its mark, either way round, and with what no text has.
  expect(isText('\xff\xfeA\0\r\0\n\0')).toBe(true);
  expect(isText('\xfe\xff\0A\x20\x0a')).toBe(true);
  expect(isText('\xff\xfeA\0\0\0')).toBe(false);
  expect(isText('\xff\xfeA\0B')).toBe(false);
});

test.each(['<svg onload="a()">', '  \n<!doctype html>', '\xef\xbb\xbf<html>', '\xff\xfe<\0h\0'])(
  'markup is no text: %s',
  (head) => expect(startsAsMarkup(bytes(head))).toBe(true),
);
