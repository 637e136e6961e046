/**
 * Trouble with the database's storage, reported as what it is: a full disk, damaged data, or a server that
 * only reads. It is the operator's to mend and no bug, and every write meets it, so it is reported at
 * most once a minute.
 */
import { databaseErrorCode } from '../database/db.ts';

export const storageTroubles = ['storage_full', 'storage_damaged', 'read_only'] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

const byCode: Record<string, StorageTrouble> = {
  // The disk; memory, of which PostgreSQL also speaks when a segment of it has no space.
  '53100': 'storage_full',
  '53200': 'storage_full',
  // The disk failed to read or write; checksums or indexes are wrong; a file of a table is missing.
  '58030': 'storage_damaged',
  '58P01': 'storage_damaged',
  XX001: 'storage_damaged',
  XX002: 'storage_damaged',
  '25006': 'read_only',
};

export function toStorageTrouble(error: unknown): StorageTrouble | undefined {
  if (error instanceof AggregateError) {
    return error.errors.map(toStorageTrouble).find((trouble) => trouble !== undefined);
  }
  return byCode[databaseErrorCode(error) ?? ''];
}

export const storageAdvice: Record<StorageTrouble, string> = {
  storage_full:
    'The disk or memory of the database is full: nothing can be saved until there is space. Nothing saved was lost, and reading goes on',
  storage_damaged:
    'The database reports damaged data or a failing disk. Stop the server, keep a copy of the data directory, and restore a backup on another disk',
  read_only:
    'The database only reads, as a standby does: nothing can be saved until it is made writable or DATABASE_URL names the primary',
};

export type StorageWatch = {
  /** Takes note of an error if it is such trouble, and says which. */
  note(error: unknown): StorageTrouble | undefined;
  /** What is the matter now: damage until a check of all figures succeeds, the rest for a minute. */
  current(): StorageTrouble | undefined;
  /** All data could be read. */
  clearDamage(): void;
};

const quietMilliseconds = 60_000;

export function createStorageWatch(
  report: (trouble: StorageTrouble) => void,
  now: () => number = () => performance.now(),
): StorageWatch {
  const seen = new Map<StorageTrouble, { at: number; reportedAt: number }>();
  return {
    note(error) {
      const trouble = toStorageTrouble(error);
      if (trouble === undefined) return undefined;
      const reportedAt = seen.get(trouble)?.reportedAt ?? -Infinity;
      const isDue = now() - reportedAt >= quietMilliseconds;
      seen.set(trouble, { at: now(), reportedAt: isDue ? now() : reportedAt });
      if (isDue) report(trouble);
      return trouble;
    },
    current() {
      if (seen.has('storage_damaged')) return 'storage_damaged';
      return storageTroubles.find((trouble) => {
        const at = seen.get(trouble)?.at;
        return at !== undefined && now() - at < quietMilliseconds;
      });
    },
    clearDamage: () => void seen.delete('storage_damaged'),
  };
}
