import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bucketPrefix, fetchBackup } from '#features/backups/server/find-backup.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { plural } from '#kit/counts.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { countRows, describeWriter } from '#server/backup/manifest.ts';
import { verifyBackup } from '#server/backup/read-backup.ts';
import { describeOther, nameDatabase, restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { ensureFolder } from '#server/config/ensure-folder.ts';
import {
  keepReplacedSecret,
  readInstallationSecret,
  replaceSecret,
  writeRestoredSecret,
} from '#server/config/installation-secret.ts';
import { createLog } from '#server/config/log.ts';
import { hubCommand, readHubVersion } from '#server/config/paths.ts';
import { withUnusedDatabase } from '#server/database/open-database.ts';
import { describeCommand } from '../describe-command.ts';
import { blameStorage, explainStorage } from '../explain-storage.ts';
import { openFileBucket } from '../file-bucket.ts';
import { describeUnexplained, type SamePeople } from './chapter-archives.ts';
import { describeLost } from './describe-lost.ts';
import { restoreChapterCommand } from './restore-chapter-command.ts';

export type RestoreWish = SamePeople & {
  /** By id or name; everything otherwise. */
  readonly chapter?: string;
  readonly replace?: boolean;
};

/**
 * Restores a backup into the configured database, which must be unused, and empty unless it is to be
 * replaced. The exit code is 1 if figures or audit logs do not add up afterwards.
 */
export async function restoreCommand(
  config: Config,
  file: string,
  { chapter, replace = false, samePerson }: RestoreWish = {},
): Promise<void> {
  if (chapter === undefined && samePerson !== undefined) {
    throw new CommandError('--same-person is for one chapter: add --chapter.');
  }
  await withBackupFile(config, file, (path) =>
    chapter === undefined
      ? restoreFile(config, path, replace)
      : restoreChapterCommand(config, path, {
          chapter,
          replace,
          ...(samePerson && { samePerson }),
        }),
  ).catch(blameStorage(config));
}

/** Fetches one that is in the bucket. */
async function withBackupFile(
  config: Config,
  file: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  if (!file.startsWith(bucketPrefix)) return work(file);
  const { bucket } = config.backups;
  if (!bucket) throw new CommandError('Set BACKUP_S3_URL to restore from its bucket.');
  await ensureFolder(config.dataDir);
  const folder = await mkdtemp(join(config.dataDir, 'fetched-'));
  try {
    const path = await fetchBackup(bucket, file.slice(bucketPrefix.length), folder);
    await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreFile(config: Config, path: string, replace: boolean): Promise<void> {
  // A wrong file is named before a database is made for it.
  const { secret } = await verifyBackup(path, config.backups.passphrase);
  const log = createLog(config.logLevel);
  await withUnusedDatabase(config, log, async ({ ownerUrl, appRole }) => {
    const now = toInstant(Temporal.Now.instant());
    const { passphrase } = config.backups;
    let replaced: string | undefined;
    const saveFirst = async () => {
      replaced = await saveReplaced(config, ownerUrl, now);
    };
    let isLoaded = false;
    const onLoaded = () => {
      isLoaded = true;
    };
    const options = {
      passphrase,
      onLoaded,
      dataDir: embeddedIn(config),
      ...(replace && { saveFirst }),
    };
    const target = { ownerUrl, appRole, log, now, ...options };
    const restored = await restoreBackup(path, target).catch(async (cause: unknown) => {
      const message = (await explainStorage(cause, config)) ?? (cause as Error).message;
      if (isLoaded) {
        const aboutSecret = await restoreSecret(config, secret).catch(describeLostSecret);
        throw new CommandError(
          `Every row is restored and compared, but not all was checked: ${message}\n${aboutSecret} Check the rest before anyone uses it: ${describeCommand(config, 'doctor')}`,
          { cause },
        );
      }
      if (replaced === undefined) return blameStorage(config)(cause);
      throw new CommandError(
        `The restore failed: ${message}\nTo get back what was there: ${describeCommand(config, 'restore', replaced, '--replace')}`,
        { cause },
      );
    });
    const aboutSecret = await restoreSecret(config, secret);
    const { manifest, differences, auditBreaks } = restored;
    const unexplained = differences.filter(({ isExplained }) => !isExplained);
    const isExact = unexplained.length === 0 && auditBreaks.length === 0;
    process.stdout.write(
      `Restored ${plural(countRows(manifest), 'row')} of ${plural(manifest.tables.length, 'table')}, saved on ${manifest.createdAt}${describeWriter(manifest.hubVersion)}, each compared, into the database ${nameDatabase(target)}.\n` +
        describeUnexplained(unexplained.length) +
        `Breaks in audit logs: ${auditBreaks.length}.\n` +
        (isExact ? '' : `List them: ${describeCommand(config, 'reconcile')}\n`) +
        `Everyone signs in again. ${aboutSecret}\n` +
        (replaced === undefined ? '' : aboutLeft),
    );
    if (!isExact) process.exitCode = 1;
  });
}

/** The restored hub knows of neither: backups are not saved in backups, and files are in the database again. */
const aboutLeft =
  'Remove by hand, once you no longer need them: backups from before, in BACKUP_DIR and BACKUP_S3_URL, which BACKUP_KEEP no longer removes, and objects from before in FILES_S3_URL.\n';

function embeddedIn({ databaseUrl, dataDir }: Config): string | undefined {
  return databaseUrl === undefined ? dataDir : undefined;
}

/**
 * Saves what is about to be replaced, beside the data of the server, so that no nightly schedule removes it,
 * and prints where it is. Returns its path.
 */
async function saveReplaced(config: Config, ownerUrl: string, now: Instant): Promise<string> {
  const { dataDir, backups } = config;
  const secret = await readInstallationSecret(config.secret, dataDir);
  const encryption =
    backups.passphrase === undefined || secret === undefined
      ? undefined
      : { passphrase: backups.passphrase, secret };
  const folder = join(dataDir, 'replaced');
  await ensureFolder(dataDir);
  const saved = await writeBackup(ownerUrl, {
    folder,
    hubVersion: readHubVersion(),
    now,
    encryption,
    readElsewhere: copyContents(await openFileBucket(config)),
  }).catch((cause: unknown) => {
    throw new CommandError(
      `What is in the database can't be saved (${(cause as Error).message}). Nothing was replaced. Restore into a new one instead: ${describeOther(embeddedIn(config))}.`,
      { cause },
    );
  });
  process.stdout.write(
    `What was in the database is saved: ${saved.path}\n${describeLost(saved.lost)}`,
  );
  // Without it, the saved accounts would lose their authenticator apps.
  if (encryption === undefined && config.secret === undefined && secret !== undefined) {
    process.stdout.write(`Its secret is in ${await keepReplacedSecret(dataDir, secret)}\n`);
  }
  return saved.path;
}

/** It must not hide why the restore ended. */
function describeLostSecret(error: unknown): string {
  return `The secret of the saved hub could not be written (${(error as Error).message}): restore again once it can be.`;
}

/** Says what to do about the secret, which an encrypted backup holds. */
async function restoreSecret(config: Config, secret: string | undefined): Promise<string> {
  const { dataDir, databaseUrl } = config;
  const isThere = 'The secret of the saved hub is there, too.';
  const isNeeded = `The server starts with the secret of the saved hub: put its file "secret" into the data directory, or set HUB_SECRET. If it is lost, run "${hubCommand} new-secret".`;
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
