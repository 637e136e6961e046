import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHubVersion } from '../config/paths.ts';

export type MigrationErrorCode =
  | 'old_server'
  | 'other_encoding'
  | 'unknown_role'
  | 'bad_file'
  | 'changed'
  | 'too_old'
  | 'missing'
  | 'out_of_order'
  | 'newer_database'
  | 'failed'
  | 'unknown_outcome'
  | 'busy';

/** A refusal to migrate whose message is for the operator. */
export class MigrationError extends Error {
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
    this.code = code;
  }
}

export type MigrationFile = {
  readonly version: number;
  /** The file name, such as `0001_name.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 over the raw text, in hexadecimal. */
  readonly checksum: string;
};

export type AppliedMigration = Pick<MigrationFile, 'version' | 'name' | 'checksum'>;

/**
 * The migrations of a folder in order: `0101_name.sql`, `0102_….sql`, from any number on, without gaps or duplicates.
 */
export async function readMigrationFiles(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const first = readVersion(names[0] ?? '');
  return Promise.all(
    names.map(async (name, index) => {
      const version = readVersion(name);
      if (version !== first + index) {
        const expected = `${String(first + index).padStart(4, '0')}_….sql`;
        throw new MigrationError(
          'bad_file',
          `${join(dir, name)} is out of place: the next migration is ${expected}.`,
        );
      }
      const sql = await readFile(join(dir, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version, name, sql, checksum };
    }),
  );
}

/** Not a number for a name that is none of a migration. */
function readVersion(name: string): number {
  return Number(/^(\d{4})_[a-z0-9][a-z0-9_-]*\.sql$/.exec(name)?.[1]);
}

/**
 * The pending files. Refuses unless the applied migrations are, byte for byte, the first files. `by` is the version
 * that applied them, if it is known.
 */
export function pendingFiles(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  by = 'a later version',
): MigrationFile[] {
  const last = applied.reduce((highest, { version }) => Math.max(highest, version), 0);
  const newestFile = files.at(-1);
  if (last > (newestFile?.version ?? 0)) {
    const newest = applied.find(({ version }) => version === last)?.name;
    throw new MigrationError(
      'newer_database',
      `The database is newer than this version of Chapter Hub (${readHubVersion()}), as it was migrated by ${by}: it knows ${newest}, the newest here is ${newestFile?.name ?? 'none'}. Install the newer version; migrations never go back.`,
    );
  }
  const byVersion = new Map(applied.map((row) => [row.version, row]));
  for (const file of files.filter(({ version }) => version <= last)) {
    const row = byVersion.get(file.version);
    if (row === undefined) {
      throw new MigrationError(
        'out_of_order',
        `${file.name} was never applied, yet later migrations were. A migration must come after every applied one.`,
      );
    }
    if (row.name !== file.name) {
      throw new MigrationError(
        'missing',
        `The database was migrated with ${row.name}, which is not there; its place is taken by ${file.name}.`,
      );
    }
    if (row.checksum !== file.checksum) {
      throw new MigrationError(
        'changed',
        `${file.name} has changed since it was applied. Restore it and put the change into a new migration.`,
      );
    }
  }
  return files.filter(({ version }) => version > last);
}
