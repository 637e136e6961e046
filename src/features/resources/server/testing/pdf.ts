/** PDFs for tests, made of their parts: parsers find the objects without a table. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const literal = (text: string) => text.replaceAll(/[\\()]/g, '\\$&');

function pdfOfObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n<</Root 1 0 R ${trailer}>>\n%%EOF\n`, 'latin1'),
  ]);
}

function streamOf(content: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<</Length ${content.length} ${entries}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

const pageOf = (content: number, more = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${content} 0 R/Resources<</Font<</F 3 0 R>>${more}>>>>`;
const head = (pages: readonly number[]) => [
  '<</Type/Catalog/Pages 2 0 R>>',
  `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
];

const drawing = (lines: readonly string[]) =>
  `BT /F 12 Tf 20 780 Td ${lines.map((line) => `(${literal(line)}) Tj 0 -14 Td`).join(' ')} ET`;

/** Each page with its lines, in Latin letters. */
export function pdfOfPages(...pages: readonly (readonly string[])[]): Buffer {
  const numbers = pages.map((_, index) => 4 + 2 * index);
  return pdfOfObjects([
    ...head(numbers),
    ...pages.flatMap((lines, index) => [
      pageOf(5 + 2 * index),
      streamOf(deflateSync(Buffer.from(drawing(lines), 'latin1')), '/Filter/FlateDecode'),
    ]),
  ]);
}

/** A row whose texts are drawn from right to left, each 80 points from the next, in Latin letters. */
export function pdfOfRowFromRight(texts: readonly string[]): Buffer {
  const moves = texts.toReversed().map((text) => `(${literal(text)}) Tj -80 0 Td`);
  const content = `BT /F 12 Tf 400 780 Td ${moves.join(' ')} ET`;
  return pdfOfObjects([...head([4]), pageOf(5), streamOf(Buffer.from(content, 'latin1'))]);
}

/** With a font of the reader's system, as Japanese programs write it, and lines in Latin letters. */
export function japanesePdf(encoding: string, lines: readonly string[]): Buffer {
  const content = `${drawing(lines)} BT /J 12 Tf 20 80 Td <93fa967b8cea> Tj ET`;
  return pdfOfObjects([
    ...head([4]),
    pageOf(5).replace('/F 3 0 R', '/F 3 0 R/J 6 0 R'),
    streamOf(Buffer.from(content, 'latin1')),
    `<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/${encoding}/DescendantFonts[7 0 R]>>`,
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/FontDescriptor 8 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>',
    '<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  ]);
}

/** Opens with a password that no one knows. */
export function lockedPdf(): Buffer {
  const bytes = '41'.repeat(32);
  return pdfOfObjects(
    [...head([4]), pageOf(5), streamOf(Buffer.from(drawing(['secret']), 'latin1'))],
    `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${bytes}>/U<${bytes}>>>`,
  );
}

/** As a scanner makes it. */
export function pictureOnlyPdf(): Buffer {
  return pdfOfObjects([...head([4]), pageOf(5), streamOf(Buffer.from('0 0 100 100 re f'))]);
}

/** Some kilobytes that become two gigabytes: a million blanks again and again, compressed twice. */
export function bombPdf(): Buffer {
  const blanks = Buffer.alloc(1_000_000, ' ');
  const block = deflateRawSync(blanks, { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.of());
  const inner = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array<Buffer>(2_000).fill(block), end]);
  const filters = '/Filter[/FlateDecode/FlateDecode]';
  return pdfOfObjects([...head([4]), pageOf(5), streamOf(deflateSync(inner), filters)]);
}

/** A folder of pages within itself, and a drawing that draws itself twice. */
export function endlessPdf(): Buffer {
  const form = streamOf(
    Buffer.from('/X Do /X Do'),
    '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>',
  );
  return pdfOfObjects([
    ...head([4, 2]),
    pageOf(5, '/XObject<</X 6 0 R>>'),
    streamOf(Buffer.from('/X Do /X Do')),
    form,
  ]);
}

/** Ends as it should, with nothing in between. */
export const brokenPdf = () =>
  Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> \ntrailer\n%%EOF\n');
