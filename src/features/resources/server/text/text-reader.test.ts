import { afterAll, expect, test } from 'vitest';
import { maxTextLength } from '../../documents/document-text.ts';
import {
  bombPdf,
  brokenPdf,
  endlessPdf,
  japanesePdf,
  lockedPdf,
  pdfOfPages,
  pictureOnlyPdf,
} from '../testing/pdf.ts';
import { createTextReader, maxPages } from './text-reader.ts';

const reader = createTextReader();
afterAll(() => reader.end());

async function* partsOf(content: Buffer) {
  yield content;
}
const readPdf = (content: Buffer) => reader.read(partsOf(content), { isPdf: true, isWhole: true });
const readPlain = (content: Buffer, isWhole = true) =>
  reader.read(partsOf(content), { isPdf: false, isWhole });

test('the text of a PDF is read page by page', async () => {
  const pdf = pdfOfPages(['Minutes of May', 'The bud-', 'get of the caf\xe9'], ['Second (page)']);
  expect(await readPdf(pdf)).toEqual({
    text: 'Minutes of May The budget of the café Second (page)',
    folded: 'minutes of may the budget of the cafe second  page ',
    words: ['minutes', 'of', 'may', 'the', 'budget', 'cafe', 'second', 'page'],
    isWhole: true,
    hasGaps: false,
  });
});

test('a text is read as UTF-8, UTF-16, or as Windows wrote before', async () => {
  expect(await readPlain(Buffer.from('\ufeffCafé — 東京'))).toMatchObject({ text: 'Café — 東京' });
  expect(await readPlain(Buffer.from('Caf\xe9', 'latin1'))).toMatchObject({ text: 'Café' });
  const utf16 = Buffer.from('\ufeffCafé', 'utf16le');
  expect(await readPlain(utf16)).toMatchObject({ text: 'Café' });
  expect(await readPlain(Buffer.from('GIF\0'))).toEqual({ problem: 'unreadable' });
  // Cut within a letter, as the beginning of a large file may be.
  expect(await readPlain(Buffer.from('Café').subarray(0, 4), false)).toEqual(
    expect.objectContaining({ text: 'Caf', isWhole: false }),
  );
});

test('of a long text the beginning is kept', async () => {
  const reply = await readPlain(Buffer.from('word '.repeat(maxTextLength)));
  if (!('text' in reply)) throw new Error('not read');
  expect([reply.text.length, reply.isWhole]).toEqual([maxTextLength, false]);
});

test.each(['90ms-RKSJ-H', 'UniJIS-UCS2-H', 'GBK-EUC-H', 'Identity-H'])(
  'letters of %s, whose table is not here, are reported beside those that are read',
  async (encoding) => {
    expect(await readPdf(japanesePdf(encoding, ['Minutes of May']))).toMatchObject({
      text: 'Minutes of May',
      hasGaps: true,
    });
    expect(await readPdf(japanesePdf(encoding, []))).toMatchObject({ text: '', hasGaps: true });
  },
);

test('a PDF of more pages than are read is not whole', async () => {
  const pages = Array.from({ length: maxPages + 1 }, (_, page) => [`Page ${page}`]);
  expect(await readPdf(pdfOfPages(...pages))).toMatchObject({ isWhole: false, hasGaps: false });
});

test.each([
  ['locked with a password', lockedPdf(), { problem: 'locked' }],
  ['a scan without text', pictureOnlyPdf(), { text: '', words: [], isWhole: true }],
  ['broken inside', brokenPdf(), { problem: 'unreadable' }],
])('what has no text to read is reported: %s', async (_, content, reply) => {
  expect(await readPdf(content)).toMatchObject(reply);
});

test('a PDF that grows without end ends its process, and the next one is read', {
  tags: ['all'],
}, async () => {
  expect(await readPdf(bombPdf())).toEqual({ ended: 'memory' });
  expect(await readPdf(pdfOfPages(['still here']))).toMatchObject({ text: 'still here' });
});

test('a PDF within itself comes to an end, and the next one is read', async () => {
  const reply = await readPdf(endlessPdf());
  if ('ended' in reply) expect(reply.ended).not.toBe('host');
  else expect(['', 'unreadable']).toContain('problem' in reply ? reply.problem : reply.text);
  expect(await readPdf(pdfOfPages(['still here']))).toMatchObject({ text: 'still here' });
});

test('what takes too long on the clock is given up, and its document is not to blame', async () => {
  const hurried = createTextReader(1);
  expect(await hurried.read(partsOf(pdfOfPages(['late'])), { isPdf: true, isWhole: true })).toEqual(
    { ended: 'host' },
  );
  hurried.end();
});
