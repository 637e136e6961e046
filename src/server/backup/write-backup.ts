/** Writes a backup of the whole database while servers keep working. */
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import type { Instant } from '#kit/day.ts';
import { withClient } from '../database/with-client.ts';
import { encryptWith } from './encryption.ts';
import { type BackedUpTable, backupFormat, type Manifest, manifestName } from './manifest.ts';
import { verifyBackup } from './read-backup.ts';
import { TableDigest } from './table-digest.ts';
import {
  copyOut,
  type LostContent,
  type ReadElsewhere,
  readSavedTables,
  type SavedTable,
  textFormat,
} from './tables-of-backup.ts';

/** Large tables are several entries, because an entry's size comes before its content. */
const entryBytes = 4 * 1024 * 1024;

/** With a checksum, by which a single flipped bit anywhere is noticed. */
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

export type WrittenBackup = {
  readonly path: string;
  readonly bytes: number;
  readonly manifest: Manifest;
  /** How many contents of files are not in it as a whole, because they are not where they should be. */
  readonly lost: number;
};

type BackupOptions = {
  readonly folder: string;
  readonly hubVersion: string;
  readonly now: Instant;
  /** Encrypts the backup, which holds the installation secret then. */
  readonly encryption?: { readonly passphrase: string; readonly secret: string } | undefined;
  readonly readElsewhere: ReadElsewhere;
  /** Gives up, as a server does when it shuts down. */
  readonly signal?: AbortSignal;
};

/** What `writeBackup` calls its file: to the millisecond, as a second is enough to restore what was saved in it. */
export function nameBackup({ now, encryption }: Pick<BackupOptions, 'now' | 'encryption'>): string {
  const time = now.replaceAll(/[:.]/g, '-');
  return `chapter-hub-${time}.tar.zst${encryption ? '.age' : ''}`;
}

/** The end of the name of a file that is not a whole backup yet. */
export const partSuffix = '.part';

/**
 * Saves what one transaction sees into `folder`, and reads the file back before it gets its name, so
 * that a file without `.part` is a whole backup. Requires the rights of the tables' owner. Throws what
 * the database or the disk refuses; nothing is left then.
 */
export async function writeBackup(
  ownerUrl: string,
  options: BackupOptions,
): Promise<WrittenBackup> {
  const { folder, signal } = options;
  signal?.throwIfAborted();
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const path = join(folder, nameBackup(options));
  return withClient(ownerUrl, 'backup', (client) => writeFile(client, path, options));
}

async function writeFile(
  client: pg.Client,
  path: string,
  options: BackupOptions,
): Promise<WrittenBackup> {
  const { folder, encryption, signal } = options;
  const part = `${path}${partSuffix}`;
  try {
    // Only its owner may read it: it holds everything.
    const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const steps = encryption ? [encryptWith(encryption.passphrase)] : [];
    const saved = await packInto(
      (archive) =>
        pipeline([archive, createZstdCompress(checked), ...steps, file], signal ? { signal } : {}),
      (archive) => {
        // Otherwise the pipeline waits for the next rows, which a lost connection never sends.
        signal?.addEventListener('abort', () => archive.destroy(signal.reason), { once: true });
        return saveAll(client, archive, options);
      },
    );
    await verifyBackup(part, encryption?.passphrase);
    signal?.throwIfAborted();
    await rename(part, path);
    await syncFolder(folder);
    return { path, bytes: file.bytesWritten, ...saved };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  }
}

/** If both fail, throws what `write` does, such as a full disk: nothing can be packed then. */
export async function packInto<T>(
  write: (archive: Readable) => Promise<void>,
  fill: (archive: Pack) => Promise<T>,
): Promise<T> {
  const archive = pack();
  const writing = write(Readable.from(archive));
  const filling = fill(archive).catch(async (error: unknown) => {
    archive.destroy(error as Error);
    await writing;
    throw error;
  });
  const [filled] = await Promise.all([filling, writing]);
  return filled;
}

async function saveAll(
  client: pg.Client,
  archive: Pack,
  { hubVersion, now, encryption, readElsewhere }: BackupOptions,
): Promise<Pick<WrittenBackup, 'manifest' | 'lost'>> {
  await client.query('begin isolation level repeatable read, read only');
  await client.query(textFormat);
  const tables: BackedUpTable[] = [];
  const lost: LostContent[] = [];
  const onLost = (content: LostContent) => void lost.push(content);
  for (const table of await readSavedTables(client)) {
    const rows =
      readElsewhere(client, table, { onLost }) ??
      (client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>);
    tables.push(await saveTable(archive, table, rows));
  }
  const manifest = {
    format: backupFormat,
    hubVersion,
    postgresVersion: await readVersion(client),
    createdAt: now,
    migrations: await readMigrations(client),
    tables,
    auditHeads: await readAuditHeads(client),
    ...(encryption ? { secret: encryption.secret } : {}),
  } satisfies Manifest;
  await client.query('commit');
  await addEntry(archive, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  archive.finalize();
  return { manifest, lost: await countMissed(client, lost) };
}

async function countMissed(client: pg.Client, lost: readonly LostContent[]): Promise<number> {
  let count = 0;
  for (const isMissed of lost) if (await isMissed(client)) count += 1;
  return count;
}

async function saveTable(
  archive: Pack,
  table: SavedTable,
  rows: AsyncIterable<Buffer>,
): Promise<BackedUpTable> {
  const digest = new TableDigest();
  let pending: Buffer[] = [];
  let size = 0;
  let part = 0;
  const flush = async () => {
    if (size === 0) return;
    part += 1;
    const name = `${table.name}/${String(part).padStart(6, '0')}.copy`;
    await addEntry(archive, name, Buffer.concat(pending));
    pending = [];
    size = 0;
  };
  for await (const chunk of rows) {
    digest.add(chunk);
    pending.push(chunk);
    size += chunk.length;
    if (size >= entryBytes) await flush();
  }
  await flush();
  return { name: table.name, columns: [...table.columns], ...digest.finish() };
}

/** Once the entry has been taken: no more than one is in memory. */
export function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, mode: 0o600 }, content, (error) =>
      error ? reject(error) : resolve(),
    );
    // It is emitted twice; without a listener the second time ends the process.
    entry.once('error', reject);
  });
}

async function readVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select current_setting('server_version') as version`);
  return String(rows[0].version);
}

async function readMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query(
    'select version, name, checksum from hub.migration order by version',
  );
  return rows;
}

async function readAuditHeads(client: pg.Client): Promise<Manifest['auditHeads']> {
  const { rows } = await client.query(
    'select chapter_id, seq, hash from hub.audit_head where seq > 0 order by chapter_id',
  );
  return rows.map(({ chapter_id, seq, hash }) => ({
    chapterId: chapter_id,
    seq: Number(seq),
    hash,
  }));
}

/** The new name survives a power failure. Not possible on every system. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
