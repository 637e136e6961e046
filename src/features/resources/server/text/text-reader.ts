/** Reads the text of PDFs and text files in a process of its own. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createBoundedProcess } from '#features/files/server/shared/bounded-process.ts';
import { installationRoot } from '#server/config/paths.ts';
import { maxTextLength } from '../../documents/document-text.ts';
import type { TextOrder, TextReply } from './text-process.ts';

/** A book of a thousand pages takes some seconds. */
const maxMilliseconds = 20_000;
const maxPages = 1_000;

export type TextReader = {
  /** Undefined if it crashed, took too long or too much memory. */
  read(
    parts: AsyncIterable<Uint8Array>,
    file: Pick<TextOrder, 'isPdf' | 'isWhole'>,
  ): Promise<TextReply | undefined>;
  end(): void;
};

/** It may read its program and packages: not the data folder, which may be within the installation. */
export function listPermissions(): string[] {
  const packages = join(installationRoot, 'node_modules');
  const readable = [
    ...['src', 'package.json'].map((name) => join(installationRoot, name)),
    packages,
    realpathSync(packages),
  ];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

export function createTextReader(milliseconds = maxMilliseconds): TextReader {
  const reader = createBoundedProcess<TextOrder, TextReply>({
    program: 'src/features/resources/server/text/text-process.ts',
    name: 'The process that reads the text of documents',
    execArgv: [
      '--max-old-space-size=192',
      ...listPermissions(),
      // For the watch, which is no way in: a document runs no code.
      '--allow-worker',
      '--disable-warning=PERM0006',
    ],
    maxMilliseconds: milliseconds,
  });
  return {
    read: (parts, file) => reader.ask(parts, { ...file, maxLength: maxTextLength, maxPages }),
    end: reader.end,
  };
}
