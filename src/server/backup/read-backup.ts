/** Reads backups; nothing in them is believed before all of it was compared with the manifest. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { CommandError } from '../config/command-error.ts';
import { decryptWith, isEncrypted } from './encryption.ts';
import {
  type BackedUpTable,
  describeUnread,
  type Manifest,
  manifestName,
  parseManifest,
} from './manifest.ts';
import { TableDigest } from './table-digest.ts';

const mostManifestBytes = 4 * 1024 * 1024;

/**
 * Reads all of a backup and returns its manifest. Throws a `CommandError` if the file is missing,
 * damaged, incomplete, encrypted with another passphrase, or from a version whose format is not known here.
 */
export async function verifyBackup(path: string, passphrase?: string): Promise<Manifest> {
  const found: Omit<BackedUpTable, 'columns'>[] = [];
  let digest: TableDigest | undefined;
  let manifest: Manifest | undefined;
  const finish = (name: string) => {
    if (digest) found.push({ name, ...digest.finish() });
    digest = undefined;
  };
  try {
    let current = '';
    for await (const { name, body } of readEntries(path, passphrase)) {
      if (manifest) throw damaged(path, 'something follows its manifest');
      if (name === manifestName) {
        const text = await readText(body);
        manifest = parseManifest(text);
        if (manifest) continue;
        const written = describeUnread(text);
        throw damaged(
          path,
          `its manifest is from a newer version or damaged${written && `, written${written}`}`,
        );
      }
      const table = tableOf(name);
      if (table !== current) {
        finish(current);
        current = table;
        digest = new TableDigest();
      }
      for await (const chunk of body) digest?.add(chunk);
    }
    finish(current);
  } catch (error) {
    throw toRefusal(path, error);
  }
  if (!manifest) throw damaged(path, 'it ends before its manifest');
  const expected = manifest.tables.filter(({ rows }) => rows > 0);
  const isSame =
    found.length === expected.length &&
    found.every(({ name, rows, sha256 }, index) => {
      const table = expected[index];
      return table?.name === name && table.rows === rows && table.sha256 === sha256;
    });
  if (!isSame) throw damaged(path, 'its rows are not those of its manifest');
  return manifest;
}

type Entry = { readonly name: string; readonly body: AsyncIterable<Uint8Array> };

/** The entries in their order; each body must be read before the next entry. */
export async function* readEntries(path: string, passphrase?: string): AsyncGenerator<Entry> {
  const steps = (await isEncrypted(path)) ? [decryptWith(requirePassphrase(path, passphrase))] : [];
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const archive = extract();
  pipeline([file, ...steps, createZstdDecompress(), archive]).catch((error: Error) =>
    archive.destroy(error),
  );
  try {
    for await (const entry of archive) {
      // Its types do not say of what.
      yield { name: entry.header.name, body: entry as AsyncIterable<Uint8Array> };
      // Otherwise the next one never comes.
      entry.resume();
    }
  } finally {
    file.destroy();
  }
}

function requirePassphrase(path: string, passphrase: string | undefined): string {
  if (passphrase !== undefined) return passphrase;
  throw new CommandError(`${path} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`);
}

/** The table of `hub.expense/000001.copy`. */
export function tableOf(entryName: string): string {
  return entryName.slice(0, entryName.indexOf('/'));
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostManifestBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toRefusal(path: string, error: unknown): Error {
  if (error instanceof CommandError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError(`There is no file ${path}.`);
  if (code === 'EISDIR') return new CommandError(`${path} is a folder, not a backup.`);
  if (code === 'EACCES') return new CommandError(`${path} can't be read: permission denied.`);
  const why = message.replace(/\.$/, '');
  const advice = path.endsWith('.zip') ? ' An archive of a chapter is for import-chapter.' : '';
  return new CommandError(`${path} is damaged, incomplete or no backup: ${why}.${advice}`, {
    cause: error,
  });
}

const damaged = (path: string, why: string) =>
  new CommandError(`${path} can't be restored: ${why}.`);
