/** Whether a second database fits beside the embedded one, which stops writing when its disk is full. */
import { stat, statfs } from 'node:fs/promises';
import type pg from 'pg';
import { formatCount } from '#kit/counts.ts';
import { CommandError } from '../config/command-error.ts';

export type ReadFreeBytes = (folder: string) => Promise<number>;

export class ScarceSpace extends CommandError {}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** For what is written beside the rows: indexes being built, and the log of it all. */
const spare = 1.5;

/** Throws if too little is free in `dataDir` for the backup at `path` to be restored beside the database. */
export async function expectSpace(
  client: pg.Client,
  path: string,
  { dataDir, readFree }: { readonly dataDir: string; readonly readFree: ReadFreeBytes },
): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  // Of files in a bucket, the contents are in the backup alone. A file that is missing is reported by the restore.
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const needed = spare * Math.max(Number(rows[0]?.bytes), size);
  const free = await readFree(dataDir);
  if (free >= needed) return;
  const toMegabytes = (bytes: number) => formatCount(Math.floor(bytes / 1_000_000));
  throw new ScarceSpace(
    `A restore beside the database needs ${toMegabytes(needed)} MB free; in ${dataDir}, only ${toMegabytes(free)} MB are.`,
  );
}
