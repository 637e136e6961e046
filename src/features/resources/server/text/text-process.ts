/**
 * The process that reads the text of documents, run from its source by `text-reader.ts`. What members upload
 * is parsed here and nowhere else: it may read its program and packages, and nothing else of the machine
 * or the network.
 */
import { definePDFJSModule, getDocumentProxy } from 'unpdf';
import { workInBounds } from '#features/files/server/shared/bounded-work.ts';
import { decodeText } from '#kit/decode-text.ts';
import { foldText, listTextWords, toPlainText } from '../../documents/document-text.ts';

export type TextOrder = {
  readonly isPdf: boolean;
  /** False if only the beginning of the file is sent. */
  readonly isWhole: boolean;
  /** In characters. */
  readonly maxLength: number;
  readonly maxPages: number;
};
export type FoundText = {
  readonly text: string;
  readonly folded: string;
  readonly words: readonly string[];
  /** False if there was more than is kept. */
  readonly isWhole: boolean;
  /** Letters or pages in between could not be read. */
  readonly hasGaps: boolean;
};
export type TextReply = FoundText | { readonly problem: 'locked' | 'unreadable' };

/** A book of a thousand pages takes some seconds. */
const bounds = { maxMemoryBytes: 400 * 1024 * 1024, maxProcessorMilliseconds: 20_000 };

async function readText(bytes: Uint8Array, order: TextOrder): Promise<TextReply> {
  try {
    const { raw, hasMore, hasGaps } = order.isPdf
      ? await readPdf(bytes, order)
      : { raw: decodePlain(bytes, order), hasMore: false, hasGaps: false };
    const letters = [...toPlainText(raw.slice(0, 4 * order.maxLength))];
    const text = letters.slice(0, order.maxLength).join('');
    const folded = foldText(text);
    const isCut = letters.length > order.maxLength || raw.length > 4 * order.maxLength;
    const isWhole = order.isWhole && !isCut && !hasMore;
    return { text, folded, words: listTextWords(folded), isWhole, hasGaps };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { problem: isLocked ? 'locked' : 'unreadable' };
  }
}

function decodePlain(bytes: Uint8Array, { isWhole }: TextOrder): string {
  const decoded = decodeText(bytes, isWhole);
  if (!decoded) throw new Error('No text');
  return decoded.text;
}

type PdfText = { readonly raw: string; readonly hasMore: boolean; readonly hasGaps: boolean };

async function readPdf(bytes: Uint8Array, order: TextOrder): Promise<PdfText> {
  let lacksLetters = false;
  /** Asked for the tables of East Asian letters, which are a package of 71 MB; fonts that bring theirs need none. */
  class NoTables {
    async fetch({ kind }: { readonly kind: string }): Promise<never> {
      if (kind === 'cMapUrl') lacksLetters = true;
      throw new Error('It is not here');
    }
  }
  const pdf = await getDocumentProxy(bytes, {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: 1,
    BinaryDataFactory: NoTables,
  });
  let raw = '';
  let unreadable = 0;
  const count = Math.min(pdf.numPages, order.maxPages);
  for (let number = 1; number <= count && raw.length <= 4 * order.maxLength; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      let begin = Number.NEGATIVE_INFINITY;
      for (const item of items) {
        if (!('str' in item)) continue;
        // Gaps come as texts of blanks, but not those of a row that is drawn from right to left.
        const left = Number(item.transform[4]);
        const isBefore = left + item.width < begin && item.dir === 'ltr';
        if (isBefore && !raw.endsWith('\n')) raw += ' ';
        raw += item.str + (item.hasEOL ? '\n' : '');
        begin = left;
      }
      raw += '\n';
      page.cleanup();
    } catch {
      // Others may be whole.
      unreadable += 1;
    }
  }
  if (unreadable === count) throw new Error('No page could be read');
  return { raw, hasMore: pdf.numPages > count, hasGaps: lacksLetters || unreadable > 0 };
}

await definePDFJSModule(() => import('unpdf/pdfjs'));
workInBounds(bounds, (bytes, order: TextOrder) => readText(new Uint8Array(bytes), order));
