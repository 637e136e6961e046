/** Says of work on the database that its disk is full, whatever PostgreSQL could still say. */
import { readFreeBytes } from '#server/backup/free-space.ts';
import { storageAdvice, toStorageTrouble } from '#server/checks/storage.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';

/** PostgreSQL's log of changes grows by this much. Without it, PostgreSQL stops without a word to its clients. */
const bytesOfLogSegment = 16 * 1_048_576;

/** Undefined if the storage is not to blame, or the error has words for operators. */
export async function explainStorage(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<string | undefined> {
  if (error instanceof CommandError) return undefined;
  const trouble = toStorageTrouble(error);
  if (trouble !== undefined) return storageAdvice[trouble];
  if (databaseUrl !== undefined) return undefined;
  const free = await readFreeBytes(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free < bytesOfLogSegment ? storageAdvice.storage_full : undefined;
}

export function blameStorage(config: Config) {
  return async (error: unknown): Promise<never> => {
    const why = await explainStorage(error, config);
    throw why === undefined ? error : new CommandError(`${why}.`, { cause: error });
  };
}
