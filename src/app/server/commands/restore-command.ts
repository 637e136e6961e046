import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/config/config.ts';
import {
  readInstallationSecret,
  replaceSecret,
  writeRestoredSecret,
} from '#server/config/installation-secret.ts';
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
    const { passphrase } = config.backups;
    const restored = await restoreBackup(path, { ownerUrl, appRole, log, now, passphrase });
    const aboutSecret = await restoreSecret(config, restored.manifest.secret);
    const { manifest, differences, auditBreaks } = restored;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const unexplained = differences.filter(({ isExplained }) => !isExplained);
    process.stdout.write(
      `Restored ${plural(rows, 'row')} of ${plural(manifest.tables.length, 'table')}, saved on ${manifest.createdAt}, each compared.\n` +
        `Figures that do not add up: ${unexplained.length}. Breaks in audit logs: ${auditBreaks.length}.\n` +
        `Everyone signs in again. ${aboutSecret}\n`,
    );
    if (unexplained.length > 0 || auditBreaks.length > 0) process.exitCode = 1;
  });
}

/** Says what to do about the secret, which an encrypted backup holds. */
async function restoreSecret(config: Config, secret: string | undefined): Promise<string> {
  const { dataDir, databaseUrl } = config;
  const isThere = 'The secret of the saved hub is there, too.';
  const isNeeded =
    'The server starts with the secret of the saved hub: put its file "secret" into the data directory, or set HUB_SECRET. If it is lost, run "hub new-secret".';
  if (secret === undefined) return isNeeded;
  const known = await readInstallationSecret(config.secret, dataDir);
  if (known === secret) return isThere;
  // A secret in the folder of the embedded database is of the empty one; otherwise it may still be needed.
  const isReplaced = config.secret === undefined && (known === undefined || !databaseUrl);
  if (isReplaced) {
    await replaceSecret(dataDir, secret);
    return isThere;
  }
  const path = await writeRestoredSecret(dataDir, secret);
  return `The server starts with the secret of the saved hub, which is in ${path} now: another one is configured.`;
}
