/** Reads the text of PDFs and text files in a process of its own. */
import { createBoundedProcess, type Ended } from '#features/files/server/shared/bounded-process.ts';
import { maxTextLength } from '../../documents/document-text.ts';
import type { TextOrder, TextReply } from './text-process.ts';

/** Several times what the processor may take (`text-process.ts`); a bucket may be slow as well. */
const maxMilliseconds = 120_000;
export const maxPages = 1_000;

export type TextReader = {
  read(
    parts: AsyncIterable<Uint8Array>,
    file: Pick<TextOrder, 'isPdf' | 'isWhole'>,
  ): Promise<TextReply | Ended>;
  end(): void;
};

export function createTextReader(milliseconds = maxMilliseconds): TextReader {
  const reader = createBoundedProcess<TextOrder, TextReply>({
    program: 'src/features/resources/server/text/text-process.ts',
    name: 'The process that reads the text of documents',
    maxMilliseconds: milliseconds,
    maxHeapMegabytes: 192,
  });
  return {
    read: (parts, file) => reader.ask(parts, { ...file, maxLength: maxTextLength, maxPages }),
    end: reader.end,
  };
}
