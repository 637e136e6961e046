/** Reads the archive of a chapter; nothing in it is believed before all of it was compared. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { describeUnread } from '../backup/manifest.ts';
import { CommandError } from '../config/command-error.ts';
import {
  type ArchiveEntry,
  type ArchiveManifest,
  archiveManifestName,
  entryOfTable,
  parseArchiveManifest,
} from './archive-manifest.ts';

/** Some 200 bytes for each of the entries. */
const maxManifestBytes = 200 * 1024 * 1024;
const maxEntries = 1_000_000;

export type OpenArchive = {
  readonly manifest: ArchiveManifest;
  read(entry: string): AsyncIterable<Buffer>;
  close(): void;
};

/**
 * Opens an archive of which every entry is what its manifest says. Throws a `CommandError` if the file
 * is missing, damaged, incomplete, or from a version whose format is not known here.
 */
export async function openArchive(path: string): Promise<OpenArchive> {
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip, path);
    const read = (name: string) => readEntry(zip, entries, name);
    const manifest = await readManifest(read, entries, path);
    const listed = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]));
    // An entry holds the rows of its table and no others: none can come into another chapter.
    const isWhole =
      listed.size === manifest.entries.length &&
      entries.size === listed.size + 1 &&
      manifest.tables.every(({ name, sha256 }) => listed.get(entryOfTable(name)) === sha256);
    if (!isWhole) throw damaged(path, 'its files are not those of its manifest');
    for (const entry of manifest.entries) await verifyEntry(read, entry, path);
    return { manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    if (error instanceof CommandError) throw error;
    throw damaged(path, (error as Error).message, error);
  }
}

/** Reads all of an archive and returns its manifest. */
export async function verifyArchive(path: string): Promise<ArchiveManifest> {
  const archive = await openArchive(path);
  archive.close();
  return archive.manifest;
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no file ${path}.`);
    if (code === 'EISDIR') throw new CommandError(`${path} is a folder, not an archive.`);
    if (code === 'EACCES') throw new CommandError(`${path} can't be read: permission denied.`);
    throw damaged(path, `it is cut off or no archive: ${message}`, error);
  }
}

type Entries = ReadonlyMap<string, Entry>;

async function listEntries(zip: ZipFile, path: string): Promise<Entries> {
  if (zip.entryCount > maxEntries) throw damaged(path, 'it holds more than a million files');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) {
      throw damaged(path, `it holds ${entry.fileName} twice`);
    }
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function* readEntry(zip: ZipFile, entries: Entries, name: string): AsyncGenerator<Buffer> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`${name} is missing`);
  yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
}

type Read = OpenArchive['read'];

async function readManifest(read: Read, entries: Entries, path: string): Promise<ArchiveManifest> {
  const size = entries.get(archiveManifestName)?.uncompressedSize;
  if (size === undefined)
    throw damaged(path, 'it has no manifest: this is no archive of a chapter');
  if (size > maxManifestBytes) throw damaged(path, 'its manifest is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of read(archiveManifestName)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entries.get(archiveManifestName)?.crc32) {
    throw damaged(path, 'its manifest is damaged');
  }
  const text = bytes.toString('utf8');
  const manifest = parseArchiveManifest(text);
  if (manifest) return manifest;
  const written = describeUnread(text);
  throw damaged(path, `its manifest is from a newer version${written && `, written${written}`}`);
}

async function verifyEntry(read: Read, expected: ArchiveEntry, path: string): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of read(expected.name)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) {
    throw damaged(path, `${expected.name} is not what its manifest says`);
  }
}

const damaged = (path: string, why: string, cause?: unknown) =>
  new CommandError(
    `${path} can't be imported: ${why.replace(/\.$/, '')}.${/\.tar\.zst(?:\.age)?$/.test(path) ? ' A backup is for restore.' : ''}`,
    { cause },
  );
