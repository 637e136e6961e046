import { resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { hubCommand } from '#server/config/paths.ts';

/** A command about the same data directory, as it is pasted into a shell. */
export function describeCommand(
  { dataDir }: Pick<Config, 'dataDir'>,
  ...words: readonly string[]
): string {
  return [hubCommand, ...[...words, '--data', resolve(dataDir)].map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
