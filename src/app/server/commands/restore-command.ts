import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { withEmptyDatabase } from '#server/database/open-database.ts';

/**
 * Restores a backup into the configured database, which must be empty and unused. The exit code is 1 if
 * figures or audit logs do not add up afterwards.
 */
export async function restoreCommand(config: Config, path: string): Promise<void> {
  const log = createLog(config.logLevel);
  await withEmptyDatabase(config, log, async ({ ownerUrl, appRole }) => {
    const now = toInstant(Temporal.Now.instant());
    const restored = await restoreBackup(path, { ownerUrl, appRole, log, now });
    const { manifest, differences, auditBreaks } = restored;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const unexplained = differences.filter(({ isExplained }) => !isExplained);
    process.stdout.write(
      `Restored ${plural(rows, 'row')} of ${plural(manifest.tables.length, 'table')}, saved on ${manifest.createdAt}, each compared.\n` +
        `Figures that do not add up: ${unexplained.length}. Breaks in audit logs: ${auditBreaks.length}.\n` +
        'Everyone signs in again. The server starts with the secret of the saved hub: put its file "secret" into the data directory, or set HUB_SECRET. If it is lost, run "hub new-secret".\n',
    );
    if (unexplained.length > 0 || auditBreaks.length > 0) process.exitCode = 1;
  });
}
