/** Checks of backups, and of the disks that they and the database are on. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findFolderProblem } from '#features/backups/server/probe-folder.ts';
import { summarizeBackups } from '#features/backups/server/store.ts';
import { describeState, isTrouble } from '#features/backups/state-words.ts';
import { formatCount } from '#kit/counts.ts';
import type { Instant } from '#kit/day.ts';
import { type ReadFreeBytes, readFreeBytes } from '#server/backup/free-space.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/database/db.ts';
import type { BucketAddress } from '#server/s3/bucket-address.ts';
import { advice, type Finding, fine, problem } from './finding.ts';
import { findBucketProblem } from './installation-checks.ts';

const minFreeBytes = 1_000_000_000;

/** Where files grow: the embedded database's directory, and the folder of backups, if it can be read. */
export async function checkDisk(
  { databaseUrl, dataDir, backups }: Pick<Config, 'databaseUrl' | 'dataDir' | 'backups'>,
  readFree: ReadFreeBytes = readFreeBytes,
): Promise<Finding> {
  const scarce: string[] = [];
  const note = (folder: string, free: number, otherwise: string) => {
    if (free >= minFreeBytes) return;
    const megabytes = formatCount(Math.floor(free / 1_000_000));
    scarce.push(`Only ${megabytes} MB are free in ${folder}. Make space, or ${otherwise}.`);
  };
  if (databaseUrl === undefined) {
    note(dataDir, await readFree(dataDir), 'the database stops writing');
  }
  if (backups.folder !== undefined) {
    const free = await readFree(backups.folder).catch(() => Number.POSITIVE_INFINITY);
    note(backups.folder, free, 'the next backup may not fit');
  }
  return scarce.length === 0 ? fine('There is space.') : problem(scarce.join(' '));
}

/** Whether backups can be saved, are encrypted, and outlast the disk of the embedded database. */
export async function checkBackupFolder(
  {
    databaseUrl,
    dataDir,
    backups: { folder, passphrase, bucket },
  }: Pick<Config, 'databaseUrl' | 'dataDir' | 'backups'>,
  readDisk: (path: string) => Promise<number> = readDiskNumber,
): Promise<Finding> {
  if (folder === undefined) return fine('None is set.');
  const trouble = await findFolderProblem(folder);
  if (trouble) return problem(trouble);
  const wishes: string[] = [];
  if (passphrase === undefined) {
    wishes.push(
      'Backups can be saved there, but not encrypted, and without the installation secret: keep a copy of the file "secret" in the data directory (or of HUB_SECRET) elsewhere, or set BACKUP_PASSPHRASE, which encrypts them and saves the secret too.',
    );
  }
  if (
    databaseUrl === undefined &&
    bucket === undefined &&
    (await readDisk(dataDir)) === (await readDisk(folder))
  ) {
    wishes.push(
      `${folder} is on the disk of the database, so both are lost with it. Set BACKUP_DIR to a folder on another machine's disk, or BACKUP_S3_URL for a copy of each backup in a bucket.`,
    );
  }
  return wishes.length > 0
    ? advice(wishes.join(' '))
    : fine('Encrypted backups can be saved there.');
}

/** Otherwise the first night would tell. */
export async function checkBackupBucket(address: BucketAddress): Promise<Finding> {
  const { openBucket } = await import('#server/s3/bucket.ts');
  const bucket = openBucket(address);
  const trouble = await findBucketProblem(bucket);
  return trouble === undefined
    ? fine(`Backups can be copied into ${bucket.name}.`)
    : problem(trouble);
}

/** The first backup makes a folder that is missing. */
async function readDiskNumber(path: string): Promise<number> {
  const { dev } = await stat(path).catch(() => stat(dirname(path)));
  return dev;
}

export async function checkBackups(
  db: Db,
  { backups }: Pick<Config, 'backups'>,
  now: Instant,
): Promise<Finding> {
  const isConfigured = backups.folder !== undefined;
  const summary = await summarizeBackups(db, { isConfigured, since: now }, now);
  const text = describeState(summary);
  if (isTrouble(summary.state)) return problem(text);
  return summary.state === 'off' ? advice(text) : fine(text);
}
