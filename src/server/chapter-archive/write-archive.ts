/** Writes the archive of one chapter while servers keep working. */
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Instant } from '#kit/day.ts';
import { TableDigest } from '../backup/table-digest.ts';
import { type ReadElsewhere, textFormat } from '../backup/tables-of-backup.ts';
import { CommandError } from '../config/command-error.ts';
import { withClient } from '../database/with-client.ts';
import {
  type ArchiveEntry,
  type ArchiveManifest,
  accountsEntry,
  archiveFormat,
  archiveManifestName,
  entryOfTable,
  jobsEntry,
} from './archive-manifest.ts';
import { copyJobsOut } from './chapter-jobs.ts';
import { readAppliedMigrations, readChapterState } from './chapter-state.ts';
import { copyAccountsOut, copyChapterOut, readChapterTables } from './chapter-tables.ts';
import { verifyArchive } from './read-archive.ts';
import { type Content, createZip, type ZipWriter } from './zip-writer.ts';

/** What people can read without Chapter Hub, of the same moment as the data. */
export type ReadablePart = { readonly name: string; readonly content: Content };

export type Chapter = { readonly id: string; readonly name: string };

export type ArchiveOptions = {
  readonly chapterId: string;
  readonly path: string;
  readonly hubVersion: string;
  readonly now: Instant;
  readonly readElsewhere: ReadElsewhere;
  /** Read one after the other, in the transaction of `client`. */
  readonly readableParts: (client: pg.Client, chapter: Chapter) => AsyncIterable<ReadablePart>;
  /** Whether the chapter moves: then the mails that wait go along. */
  readonly moves?: boolean;
};

/**
 * Writes what one transaction sees of a chapter to `path`, and reads it back before it gets its name.
 * Requires the rights of the tables' owner. Throws what the database or the disk refuses; nothing is
 * left then.
 */
export async function writeArchive(
  ownerUrl: string,
  options: ArchiveOptions,
): Promise<ArchiveManifest> {
  return withClient(ownerUrl, 'export', async (client) => {
    await sealAudit(client, options);
    await client.query('begin isolation level repeatable read, read only');
    const manifest = await writeFrom(client, options);
    await client.query('commit');
    return manifest;
  });
}

/** Records are linked shortly after they were written; the chain in an archive is to end with them. */
async function sealAudit(
  client: pg.ClientBase,
  { chapterId, now }: Pick<ArchiveOptions, 'chapterId' | 'now'>,
): Promise<void> {
  await client.query('select hub.seal_audit($1, $2, 2147483647)', [chapterId, now]);
}

async function writeFrom(client: pg.Client, options: ArchiveOptions): Promise<ArchiveManifest> {
  // Of its own: one that a killed export left must not keep the next from being written.
  const part = `${options.path}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
  const zip = createZip(part);
  try {
    const manifest = await writeAll(client, zip, options);
    await verifyArchive(part);
    await rename(part, options.path);
    return manifest;
  } catch (error) {
    zip.abort(error as Error);
    await rm(part, { force: true });
    throw error;
  }
}

async function writeAll(
  client: pg.Client,
  zip: ZipWriter,
  { chapterId, hubVersion, now, readElsewhere, readableParts, moves }: ArchiveOptions,
): Promise<ArchiveManifest> {
  await client.query(textFormat);
  const chapter = await readChapter(client, chapterId);
  const entries: ArchiveEntry[] = [];
  const add = async (name: string, content: Content) => {
    entries.push(await zip.add(name, content));
  };
  for await (const { name, content } of readableParts(client, chapter)) await add(name, content);
  const tables: ArchiveManifest['tables'] = [];
  await add(accountsEntry, copy(client, copyAccountsOut(chapterId)));
  for (const table of await readChapterTables(client)) {
    const digest = new TableDigest();
    const rows =
      readElsewhere(client, table, { chapterId }) ?? copy(client, copyChapterOut(table, chapterId));
    await add(entryOfTable(table.name), digesting(rows, digest));
    tables.push({ name: table.name, columns: [...table.columns], ...digest.finish() });
  }
  if (moves) await add(jobsEntry, copy(client, await copyJobsOut(client, chapterId)));
  const version = await client.query(`select current_setting('server_version') as version`);
  const manifest: ArchiveManifest = {
    kind: 'chapter',
    format: archiveFormat,
    hubVersion,
    postgresVersion: String(version.rows[0].version),
    createdAt: now,
    migrations: await readAppliedMigrations(client),
    chapter,
    tables,
    entries: [...entries],
    ...(await readChapterState(client, chapterId)),
  };
  await zip.add(archiveManifestName, [`${JSON.stringify(manifest, null, 2)}\n`]);
  await zip.end();
  return manifest;
}

async function readChapter(client: pg.Client, chapterId: string): Promise<Chapter> {
  const { rows } = await client.query('select id, name from hub.chapter where id = $1', [
    chapterId,
  ]);
  if (!rows[0]) throw new CommandError(`There is no chapter ${chapterId}.`);
  return rows[0];
}

function copy(client: pg.Client, sql: string): AsyncIterable<Buffer> {
  return client.query(copyTo(sql)) as AsyncIterable<Buffer>;
}

async function* digesting(
  rows: AsyncIterable<Buffer>,
  digest: TableDigest,
): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    digest.add(chunk);
    yield chunk;
  }
}
