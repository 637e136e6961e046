/** Makes a backup, notes how it went, and removes those that the schedule does not keep. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { plural } from '#kit/counts.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { ReadFreeBytes } from '#server/backup/free-space.ts';
import type { Keep } from '#server/backup/keep.ts';
import { chooseKept } from '#server/backup/keep.ts';
import { countRows } from '#server/backup/manifest.ts';
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
import { expectResponding, UnresponsiveFolder } from './probe-folder.ts';
import { runExclusively } from './run-exclusively.ts';
import {
  endBackup,
  failInterrupted,
  failUncopied,
  findLastAttempt,
  insertBackup,
  listKeptBackups,
  markRemoved,
  noteFilesThere,
  noteWhole,
} from './store.ts';

export type BackupWork = {
  readonly db: Db;
  readonly ownerUrl: string;
  /** The data directory of an embedded database. */
  readonly embeddedIn?: string | undefined;
  readonly readFree?: ReadFreeBytes;
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

/** By which the clocks of servers and the database may differ. */
const clockSkew = { minutes: 1 };

/**
 * Undefined if another backup is being made, by any server. Throws what kept it from being made, copied,
 * or followed by the removal of others. If one that was made after `since` is enough, goes on with that, if there
 * is one: whole ones do not pile up while the bucket is away. Another can be made while this one is copied.
 */
export async function makeBackup(
  work: BackupWork,
  since?: Instant,
): Promise<WrittenBackup | undefined> {
  const { db, ownerUrl, clock } = work;
  const made = await runExclusively(ownerUrl, 'back up', (lost) => findOrWrite(work, since, lost));
  if (!made) return undefined;
  const { id, failure, written } = made;
  const notCopied = failure === null ? undefined : await copyAlone(work, made.file);
  if (failure === 'not_copied') {
    await endBackup(db, id, { now: clock(), failure: notCopied ? 'not_copied' : null });
  }
  // Its bucket may take longer than the server does to stop.
  if (work.signal?.aborted) throw notCopied ?? work.signal.reason;
  // If another is being made by now, that one is followed by it.
  const prunes = () => prune(work, notCopied !== undefined);
  const notRemoved = (await runExclusively(ownerUrl, 'back up', prunes)) ?? [];
  if (notCopied) throw notCopied;
  if (notRemoved.length > 0) throw new NotRemovedError(notRemoved);
  return written;
}

type MadeBackup = {
  readonly id: Id<'backup'>;
  readonly file: string;
  /** Of one that is to be copied, `not_copied`. */
  readonly failure: string | null;
  readonly written?: WrittenBackup;
};

async function findOrWrite(
  work: BackupWork,
  since: Instant | undefined,
  lost: AbortSignal,
): Promise<MadeBackup> {
  const { db, ownerUrl, folder, clock } = work;
  await expectResponding(folder).catch((error: unknown) => noteUntried(work, error));
  for (const file of await failInterrupted(db, clock())) {
    await rm(join(folder, `${file}${partSuffix}`), { force: true });
    await rm(join(folder, file), { force: true });
  }
  // Unless one is still being copied.
  await runExclusively(ownerUrl, 'copy a backup', () => failUncopied(db, clock()));
  return (since && (await findMadeSince(work, since))) ?? write(work, lost);
}

/** As an attempt that failed before anything was written. */
async function noteUntried({ db, clock, encryption }: BackupWork, error: unknown): Promise<never> {
  const now = clock();
  const file = nameBackup({ now, encryption });
  const id = await insertBackup(db, { now, file, isEncrypted: encryption !== undefined });
  await endBackup(db, id, { now, failure: toFailure(error, undefined) });
  throw error;
}

/** The last attempt, if it has made a backup that is there, for a job that was queued then. */
export async function findMadeSince(
  { db, clock }: Pick<BackupWork, 'db' | 'clock'>,
  since: Instant,
) {
  const earliest = toInstant(Temporal.Instant.from(since).subtract(clockSkew));
  const last = await findLastAttempt(db, clock());
  return last?.isWhole && last.at >= earliest ? last : undefined;
}

async function write(work: BackupWork, lost: AbortSignal): Promise<MadeBackup> {
  const { db, clock, encryption } = work;
  const now = clock();
  const file = nameBackup({ now, encryption });
  const id = await insertBackup(db, { now, file, isEncrypted: encryption !== undefined });
  const signal = work.signal ? AbortSignal.any([work.signal, lost]) : lost;
  let written: WrittenBackup;
  try {
    written = await writeBackup(work.ownerUrl, {
      ...work,
      signal,
      hubVersion: readHubVersion(),
      now,
    });
  } catch (error) {
    const failure = lost.aborted ? 'database' : toFailure(error, work.signal);
    // Without a database, the next attempt notes it; what kept it from being made says more.
    await endBackup(db, id, { now: clock(), failure }).catch(() => {});
    // Room for the next attempt, such as what a lower BACKUP_KEEP lets go. Whether copies fail is not known yet.
    if (failure === 'disk_full') await prune(work, true).catch(() => {});
    throw lost.aborted ? lost.reason : error;
  }
  await noteWhole(db, id, { bytes: written.bytes, rows: countRows(written.manifest) });
  if (written.lost === 0) return { id, file, failure: 'not_copied', written };
  // Before it is copied: a copy does not make it complete, also not that of a server that is killed meanwhile.
  await endBackup(db, id, { now: clock(), failure: 'files_missing' });
  return { id, file, failure: 'files_missing', written };
}

/** It is saved, but older ones that the schedule does not keep are still there. */
export class NotRemovedError extends Error {
  constructor(causes: readonly unknown[]) {
    const [cause] = causes;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${plural(causes.length, 'older one', 'older ones')} could not be removed: ${why}`, {
      cause,
    });
  }
}

/** A slow bucket may take that long, so that it is done before the next night, for which one is made at a time. */
const maxCopyMilliseconds = 6 * 3_600_000;

/** Resolves to what kept it from being copied. */
async function copyAlone(work: BackupWork, file: string): Promise<Error | undefined> {
  const { bucket, ownerUrl, folder, signal } = work;
  if (!bucket) return undefined;
  const outcome = await runExclusively(ownerUrl, 'copy a backup', async (lost) => {
    const late = AbortSignal.timeout(maxCopyMilliseconds);
    const ends = AbortSignal.any([lost, late, ...(signal ? [signal] : [])]);
    return { error: await copyToBucket(bucket, join(folder, file), ends) };
  });
  return outcome ? outcome.error : new BucketError('failed', 'Another backup is being copied.');
}

/** Resolves to what kept it from being copied. Copied means that it was read back and is the same. */
async function copyToBucket(
  address: BucketAddress,
  path: string,
  signal: AbortSignal,
): Promise<Error | undefined> {
  try {
    const { openBucket } = await import('#server/s3/bucket.ts');
    const bucket = openBucket(address, { signal });
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

/**
 * Notes which files are in the folder, so that a backup someone removed does not count as one. The folder must
 * have been tried before (`expectResponding`): one that hangs would hold a thread for good.
 */
export async function noteFiles({ db, folder, clock }: BackupWork): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A disk that is not there takes all of them away, until it is back.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  await noteFilesThere(db, files, clock());
}

/**
 * Only files that this database knows of: the folder may hold others. Resolves to what kept it from removing
 * some; a file stays as long as its copy can't be deleted. While new ones aren't copied, the schedule counts
 * the copies that there are by themselves: those may be all that is left of a lost server. Likewise those with
 * all contents of files, which may be all that is left of a lost bucket.
 */
async function prune(work: BackupWork, areCopiesFailing: boolean): Promise<unknown[]> {
  // The folder was tried when the backup began, and has been written and read since.
  await noteFiles(work);
  const { db, folder, keep, timeZone, clock } = work;
  const backups = await listKeptBackups(db);
  const choose = (some: typeof backups) => chooseKept(some, keep, { now: clock(), timeZone });
  const copied = backups.filter(({ failure }) => failure === null);
  const complete = backups.filter(({ failure }) => failure !== 'files_missing');
  const kept = choose(backups)
    .union(choose(complete))
    .union(choose(areCopiesFailing ? copied : []));
  const { signal } = work;
  const bucket =
    work.bucket && (await import('#server/s3/bucket.ts')).openBucket(work.bucket, { signal });
  const failures: unknown[] = [];
  for (const backup of backups) {
    if (kept.has(backup) || backup.isBeingCopied) continue;
    try {
      await bucket?.delete(backup.file).catch((error: unknown) => {
        // There is no whole copy of it. A bucket that is away for months must not fill the folder.
        if (backup.failure !== 'not_copied') throw error;
      });
      await rm(join(folder, backup.file), { force: true });
      await markRemoved(db, backup.id, clock());
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

const ofDisk: Readonly<Record<string, BackupFailure>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read_only',
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
  EIO: 'folder_failed',
  ENODEV: 'folder_failed',
  ENXIO: 'folder_failed',
  ESTALE: 'folder_failed',
};

/** As of a network drive whose server is gone. Connections to the database have such errors as well. */
function isOfFolder(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || ['connect', 'getaddrinfo', 'read'].includes(syscall)) return false;
  return code !== 'ECONNRESET' && code !== 'EPIPE';
}

function toFailure(error: unknown, signal: AbortSignal | undefined): BackupFailure {
  if (signal?.aborted) return 'interrupted';
  const failure = ofDisk[String((error as NodeJS.ErrnoException).code)];
  if (failure) return failure;
  if (error instanceof UnresponsiveFolder || isOfFolder(error)) return 'folder_failed';
  if (error instanceof Error && error.cause instanceof BucketError) return 'files_unreachable';
  if (error instanceof CommandError) return 'unreadable';
  return databaseErrorCode(error) === undefined ? 'other' : 'database';
}
