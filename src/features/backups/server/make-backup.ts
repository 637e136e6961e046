/** Makes a backup, notes how it went, and removes those that the schedule does not keep. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Instant } from '#kit/day.ts';
import type { Keep } from '#server/backup/keep.ts';
import { chooseKept } from '#server/backup/keep.ts';
import type { ReadElsewhere } from '#server/backup/tables-of-backup.ts';
import {
  nameBackup,
  partSuffix,
  type WrittenBackup,
  writeBackup,
} from '#server/backup/write-backup.ts';
import { CommandError } from '#server/config/command-error.ts';
import { readHubVersion } from '#server/config/paths.ts';
import { type Db, databaseErrorCode } from '#server/database/db.ts';
import type { BucketAddress } from '#server/s3/bucket-address.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import type { BackupFailure } from '../failure-words.ts';
import { runExclusively } from './run-exclusively.ts';
import {
  completeBackup,
  failBackup,
  failInterrupted,
  insertBackup,
  listKeptBackups,
  markRemoved,
  noteFilesThere,
} from './store.ts';

export type BackupWork = {
  readonly db: Db;
  readonly ownerUrl: string;
  readonly folder: string;
  readonly keep: Keep;
  /** Whose days, weeks and months `keep` counts. */
  readonly timeZone: string;
  readonly encryption: { readonly passphrase: string; readonly secret: string } | undefined;
  /** Holds a copy of each. */
  readonly bucket?: BucketAddress | undefined;
  readonly readElsewhere: ReadElsewhere;
  readonly clock: () => Instant;
  readonly signal?: AbortSignal;
};

/** Undefined if another backup is being made, by any server. Throws what kept it from being made. */
export async function makeBackup(work: BackupWork): Promise<WrittenBackup | undefined> {
  return runExclusively(work.ownerUrl, 'back up', async () => {
    const { db, folder, clock, encryption } = work;
    for (const file of await failInterrupted(db, clock())) {
      await rm(join(folder, `${file}${partSuffix}`), { force: true });
    }
    const now = clock();
    const file = nameBackup({ now, encryption });
    const id = await insertBackup(db, { now, file, isEncrypted: encryption !== undefined });
    let written: WrittenBackup;
    try {
      written = await writeBackup(work.ownerUrl, { ...work, hubVersion: readHubVersion(), now });
    } catch (error) {
      await failBackup(db, id, { now: clock(), failure: toFailure(error, work.signal) });
      throw error;
    }
    const rows = written.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const notCopied = await copyToBucket(work.bucket, written.path);
    const failure = notCopied ? 'not_copied' : null;
    await completeBackup(db, id, { now: clock(), bytes: written.bytes, rows, failure });
    if (notCopied) throw notCopied;
    await prune(work);
    return written;
  });
}

/** Resolves to what kept it from being copied. Copied means that it was read back and is the same. */
async function copyToBucket(
  address: BucketAddress | undefined,
  path: string,
): Promise<Error | undefined> {
  if (!address) return undefined;
  try {
    const { openBucket } = await import('#server/s3/bucket.ts');
    const bucket = openBucket(address);
    const file = basename(path);
    await bucket.put(file, createReadStream(path));
    const copy = await bucket.get(file);
    if (copy && (await hash(copy)) === (await hash(createReadStream(path)))) return undefined;
    return new BucketError('failed', `${bucket.name} gave back ${file} changed.`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function hash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of content) sha256.update(chunk);
  return sha256.digest('hex');
}

/** Notes which files are in the folder, so that a backup someone removed does not count as one. */
export async function noteFiles({ db, folder, clock }: BackupWork): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A disk that is not there takes all of them away, until it is back.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  await noteFilesThere(db, files, clock());
}

/** Only files that this database knows of: the folder may hold others. */
async function prune(work: BackupWork): Promise<void> {
  await noteFiles(work);
  const { db, folder, keep, timeZone, clock } = work;
  const backups = await listKeptBackups(db);
  const kept = chooseKept(backups, keep, { now: clock(), timeZone });
  const bucket = work.bucket && (await import('#server/s3/bucket.ts')).openBucket(work.bucket);
  for (const backup of backups) {
    if (kept.has(backup)) continue;
    await bucket?.delete(backup.file);
    await rm(join(folder, backup.file), { force: true });
    await markRemoved(db, backup.id, clock());
  }
}

const ofDisk: Readonly<Record<string, BackupFailure>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read_only',
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
};

function toFailure(error: unknown, signal: AbortSignal | undefined): BackupFailure {
  if (signal?.aborted) return 'interrupted';
  const failure = ofDisk[String((error as NodeJS.ErrnoException).code)];
  if (failure) return failure;
  if (error instanceof Error && error.cause instanceof BucketError) return 'files_unreachable';
  if (error instanceof CommandError) return 'unreadable';
  return databaseErrorCode(error) === undefined ? 'other' : 'database';
}
