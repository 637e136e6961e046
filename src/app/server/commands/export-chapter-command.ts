import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { instantToDay, toInstant } from '#kit/day.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import type { Config } from '#server/config/config.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { openFileBucket } from '../file-bucket.ts';
import {
  describeArchive,
  describeExported,
  describeExportFailure,
  readChapterId,
} from './chapter-archives.ts';

/** Writes one chapter into a file, while servers keep working, and prints where it is. */
export async function exportChapterCommand(
  config: Config,
  chapterId: string,
  { to }: { to?: string } = {},
): Promise<void> {
  const id = readChapterId(chapterId);
  const now = toInstant(Temporal.Now.instant());
  const fileBucket = await openFileBucket(config);
  await using database = await openAnyDatabase(config);
  const chapter = await database.db
    .selectFrom('chapter')
    .select('time_zone')
    .where('id', '=', id)
    .executeTakeFirst();
  const day = instantToDay(now, chapter?.time_zone ?? config.chapter.timeZone);
  const path = to ?? join(config.dataDir, 'exports', `chapter-${id}-${day}.zip`);
  if (to === undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const manifest = await writeArchive(
    database.ownerUrl,
    describeArchive(id, path, { now, fileBucket }),
  ).catch(describeExportFailure(path));
  process.stdout.write(
    `${describeExported(manifest, path)}Open index.html in it to read it. Passwords are not in it.\n`,
  );
}
