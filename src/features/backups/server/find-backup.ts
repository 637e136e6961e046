/** Backups of another server, and those in a bucket. */
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupConfig } from '#server/config/backup-config.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Db } from '#server/database/db.ts';
import type { BucketAddress } from '#server/s3/bucket-address.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { expectResponding } from './probe-folder.ts';

/** Of the name of a backup in the bucket, in the operator's commands. */
export const bucketPrefix = 's3:';

const backupName = /^chapter-hub-\d{4}-\d{2}-\d{2}T[\d-]+Z\.tar\.zst(\.age)?$/;

/**
 * The newest backup that another database made, as the one of a lost server, in the folder or in the bucket:
 * what an empty database saved of itself is no use to it. Undefined if there is none, or they can't be read,
 * which the next backup reports.
 */
export async function findOthersBackup(
  db: Db,
  { folder, bucket }: Pick<BackupConfig, 'folder' | 'bucket'>,
): Promise<string | undefined> {
  const own = await db.selectFrom('backup').select('file').execute();
  const known = new Set(own.map(({ file }) => file));
  const pickNewest = (files: readonly string[]) =>
    // Their names sort by time.
    files
      .filter((file) => backupName.test(file) && !known.has(file))
      .sort()
      .at(-1);
  const here = folder && pickNewest(await listFolder(folder).catch(() => []));
  const there = bucket && pickNewest(await listBucket(bucket).catch(() => []));
  if (there && there > (here ?? '')) return `${bucketPrefix}${there}`;
  return folder && here ? join(folder, here) : undefined;
}

async function listFolder(folder: string): Promise<string[]> {
  await expectResponding(folder);
  return readdir(folder);
}

/** A server starts with it. */
const maxListMilliseconds = 5_000;

async function listBucket(address: BucketAddress): Promise<string[]> {
  const { openBucket } = await import('#server/s3/bucket.ts');
  const bucket = openBucket(address, { maxMilliseconds: maxListMilliseconds });
  return (await bucket.list()).map(({ key }) => key);
}

/** Copies a backup from the bucket into `folder`; returns its path. */
export async function fetchBackup(
  address: BucketAddress,
  file: string,
  folder: string,
): Promise<string> {
  if (!backupName.test(file)) throw new CommandError(`${file} is not the name of a backup.`);
  const { openBucket } = await import('#server/s3/bucket.ts');
  const bucket = openBucket(address);
  try {
    const content = await bucket.get(file);
    if (!content) throw new CommandError(`There is no ${file} in ${bucket.name}.`);
    const path = join(folder, file);
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return path;
  } catch (error) {
    throw error instanceof BucketError ? new CommandError(error.message, { cause: error }) : error;
  }
}
