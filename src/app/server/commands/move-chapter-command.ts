import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toInstant } from '#kit/day.ts';
import { beginMove, finishMove, takeMoveBack } from '#server/chapter-archive/move-chapter.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { hubCommand } from '#server/config/paths.ts';
import { isMigrated } from '#server/database/migrate.ts';
import { noHubInDatabase, openUnmigrated } from '#server/database/open-database.ts';
import { openFileBucket } from '../file-bucket.ts';
import {
  describeArchive,
  describeExported,
  describeExportFailure,
  describeObjectsLeft,
  readChapterId,
} from './chapter-archives.ts';

/** Moves one chapter to another server, while servers keep working: begins that, or ends it. */
export async function moveChapterCommand(
  config: Config,
  chapterId: string,
  { imported, address, resume }: { imported?: string; address?: string; resume?: boolean },
): Promise<void> {
  const id = readChapterId(chapterId);
  if (resume && imported !== undefined) {
    throw new CommandError(
      'Give --imported to end the move, or --resume to take it back, not both.',
    );
  }
  if (address !== undefined && imported === undefined) {
    throw new CommandError('--address is for the end of the move: add --imported.');
  }
  const path = join(config.dataDir, 'exports', `moving-${id}.zip`);
  const fileBucket = await openFileBucket(config);
  await using database = await openUnmigrated(config);
  const { pool, ownerUrl } = database;
  if (!(await isMigrated(pool))) throw new CommandError(noHubInDatabase);
  if (resume) {
    await takeMoveBack(ownerUrl, id);
    await rm(path, { force: true });
    process.stdout.write(
      'The chapter can be changed here again, and its archive is gone. Do not import a copy of it: the chapter would be in two places.\n',
    );
  } else if (imported !== undefined) {
    const objectsLeft = await finishMove(ownerUrl, id, imported, address && readAddress(address));
    await rm(path, { force: true });
    process.stdout.write(
      'The chapter and its archive are no longer here. Delete copies of the archive: they hold private data of all members.\n' +
        describeObjectsLeft(objectsLeft),
    );
  } else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const now = toInstant(Temporal.Now.instant());
    const manifest = await beginMove(
      ownerUrl,
      describeArchive(id, path, { now, fileBucket }),
    ).catch(describeExportFailure(path));
    process.stdout.write(
      `${describeExported(manifest, path)}Nothing in it can be changed here from now on. Copy the file to the other server and run import-chapter there. Then run here what that prints, or "${hubCommand} move-chapter ${id} --resume" to take the move back.\n`,
    );
  }
}

function readAddress(given: string): string {
  if (/^https?:\/\/[^/?#]+$/.test(given) && URL.canParse(given)) return given;
  throw new CommandError('Give --address as the other server has it: https://hub.example.org');
}
