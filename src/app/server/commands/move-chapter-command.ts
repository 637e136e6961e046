import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { countRows } from '#server/backup/manifest.ts';
import { moveChapter } from '#server/chapter-archive/move-chapter.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { isMigrated } from '#server/database/migrate.ts';
import { noHubInDatabase, openUnmigrated } from '#server/database/open-database.ts';
import { openFileBucket } from '../file-bucket.ts';
import {
  describeArchive,
  describeExportFailure,
  describeTarget,
  describeUnexplained,
  readChapterId,
  type SamePeople,
} from './chapter-archives.ts';

/** Moves one chapter to the database of another server, while both keep working. */
export async function moveChapterCommand(
  config: Config,
  chapterId: string,
  { to, ...options }: SamePeople & { to: string },
): Promise<void> {
  const id = readChapterId(chapterId);
  const now = toInstant(Temporal.Now.instant());
  const path = join(config.dataDir, 'exports', `moved-${id}-${now.replaceAll(':', '-')}.zip`);
  const fileBucket = await openFileBucket(config);
  const log = createLog(config.logLevel);
  const from = await openUnmigrated(config, log);
  try {
    if (!(await isMigrated(from.pool))) throw new CommandError(noHubInDatabase);
    const other = await openUnmigrated(configOf(config, to), log);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const { manifest, accounts, objectsLeft, unexplained } = await moveChapter(
        from.ownerUrl,
        describeArchive(id, path, { now, fileBucket }),
        await describeTarget(other.ownerUrl, now, options),
      ).catch(describeExportFailure(path));
      process.stdout.write(
        `Moved ${manifest.chapter.name}, ${plural(countRows(manifest), 'row')} of ${plural(manifest.tables.length, 'table')}, each compared. It is no longer here.\n` +
          `Accounts found there by email: ${accounts.matched}, added: ${accounts.added}. Tell its members the new address; who is new there chooses a password with "Forgot password?".\n` +
          `An archive of it stays: ${path}\n` +
          (objectsLeft === 0
            ? ''
            : `${plural(objectsLeft, 'file')} of it also stay in the bucket of this server, where nothing refers to them any more.\n`) +
          describeUnexplained(unexplained),
      );
      if (unexplained > 0) process.exitCode = 1;
    } finally {
      await other.close();
    }
  } finally {
    await from.close();
  }
}

/** The address of a PostgreSQL database, as its owner, or the data directory of an embedded one. */
function configOf(config: Config, place: string): Config {
  const isUrl = /^postgres(ql)?:\/\//.test(place);
  if (!isUrl && !existsSync(join(place, 'postgres'))) {
    throw new CommandError(`There is no database of a hub in ${place}.`);
  }
  return {
    ...config,
    databaseUrl: isUrl ? place : undefined,
    migrationDatabaseUrl: undefined,
    pooler: undefined,
    dataDir: isUrl ? config.dataDir : place,
  };
}
