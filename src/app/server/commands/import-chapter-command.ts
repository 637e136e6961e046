import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { describeTarget } from './chapter-archives.ts';

/** Imports the archive of a chapter, while servers keep working for the others. */
export async function importChapterCommand(config: Config, path: string): Promise<void> {
  const database = await openAnyDatabase(config, createLog(config.logLevel));
  try {
    const now = toInstant(Temporal.Now.instant());
    const { manifest, accounts } = await importArchive(
      path,
      await describeTarget(database.ownerUrl, now),
    );
    // Differences that came along suspend money here as they did there.
    const differences = await checkFigures(database.ownerUrl, now);
    const open = differences.filter(
      ({ chapterId, isExplained }) => chapterId === manifest.chapter.id && !isExplained,
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Imported ${manifest.chapter.name}, ${plural(rows, 'row')} of ${plural(manifest.tables.length, 'table')}, exported on ${manifest.createdAt}, each compared.\n` +
        `Accounts found by email: ${accounts.matched}, added: ${accounts.added}. Nobody was signed in or sent an email: people choose a password with "Forgot password?", or with the link that "hub reset-password" prints.\n` +
        `Figures that do not add up: ${open.length}.\n`,
    );
    if (open.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
