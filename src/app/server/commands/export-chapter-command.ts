import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { countRows } from '#server/backup/manifest.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { openFileBucket } from '../file-bucket.ts';
import { describeArchive, describeExportFailure, readChapterId } from './chapter-archives.ts';

/** Writes one chapter into a file, while servers keep working, and prints where it is. */
export async function exportChapterCommand(
  config: Config,
  chapterId: string,
  { to }: { to?: string } = {},
): Promise<void> {
  const id = readChapterId(chapterId);
  const now = toInstant(Temporal.Now.instant());
  const path = to ?? join(config.dataDir, 'exports', `chapter-${id}-${now.slice(0, 10)}.zip`);
  const fileBucket = await openFileBucket(config);
  const database = await openAnyDatabase(config, createLog(config.logLevel));
  try {
    if (to === undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const manifest = await writeArchive(
      database.ownerUrl,
      describeArchive(id, path, { now, fileBucket }),
    ).catch(describeExportFailure(path));
    process.stdout.write(
      `Exported ${manifest.chapter.name}, ${plural(countRows(manifest), 'row')} of ${plural(manifest.tables.length, 'table')}, and read them back: ${path}\n` +
        'Open index.html in it to read it. It holds private data of all members and is not encrypted.\n' +
        'Passwords are not in it.\n',
    );
  } finally {
    await database.close();
  }
}
