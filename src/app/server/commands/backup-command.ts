import { join } from 'node:path';
import { makeBackup, NotRemovedError } from '#features/backups/server/make-backup.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { resolveSecret } from '#features/identity/server/secret/check-secret.ts';
import { formatCount, plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { countRows } from '#server/backup/manifest.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { readHubVersion } from '#server/config/paths.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { openFileBucket } from '../file-bucket.ts';
import { describeDiskFailure } from './describe-disk-failure.ts';
import { describeLost } from './describe-lost.ts';

/**
 * Saves everything into one file, while servers keep working, and prints where it is. Without `to`, it
 * counts among the nightly backups, if there are any.
 */
export async function backupCommand(config: Config, { to }: { to?: string } = {}): Promise<void> {
  const { folder: nightly, passphrase, keep, bucket } = config.backups;
  const folder = to ?? nightly ?? join(config.dataDir, 'backups');
  const readElsewhere = copyContents(await openFileBucket(config));
  await using database = await openAnyDatabase(config);
  const { db, ownerUrl } = database;
  const encryption =
    passphrase === undefined ? undefined : { passphrase, secret: await resolveSecret(db, config) };
  const clock = () => toInstant(Temporal.Now.instant());
  const { timeZone } = config.chapter;
  const saved = { folder, encryption, readElsewhere };
  const made =
    to === undefined && nightly !== undefined
      ? makeBackup({ ...saved, db, ownerUrl, keep, timeZone, bucket, clock })
      : writeBackup(ownerUrl, { ...saved, hubVersion: readHubVersion(), now: clock() });
  const written = await made.catch((error: unknown) => {
    throw toCommandError(error, folder);
  });
  if (!written) throw new CommandError('Another backup is being made. Nothing was saved.');
  const { path, bytes, manifest, lost } = written;
  process.stdout.write(
    `Saved ${plural(countRows(manifest), 'row')} of ${plural(manifest.tables.length, 'table')} and read them back: ${path} (${formatCount(Math.ceil(bytes / 1_000))} KB)\n` +
      (encryption
        ? 'It is encrypted, and the secret is in it: keep BACKUP_PASSPHRASE in another place.\n'
        : 'The secret is not in it: keep a copy of the data directory\'s file "secret", or of HUB_SECRET, in another place.\n') +
      describeLost(lost),
  );
}

function toCommandError(error: unknown, folder: string): unknown {
  if (error instanceof BucketError) {
    return new CommandError(`It is saved in ${folder}, but not in the bucket: ${error.message}`, {
      cause: error,
    });
  }
  if (error instanceof NotRemovedError) {
    return new CommandError(`It is saved in ${folder}, but ${error.message}`, { cause: error });
  }
  const why = describeDiskFailure(error);
  return why === undefined
    ? error
    : new CommandError(`Nothing was saved in ${folder}: ${why}.`, { cause: error });
}
