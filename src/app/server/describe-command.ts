import { resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';

/** A command about the same data directory, as it is pasted into a shell. */
export function describeCommand(
  { dataDir }: Pick<Config, 'dataDir'>,
  ...words: readonly string[]
): string {
  return ['npm run hub --', ...[...words, '--data', resolve(dataDir)].map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
