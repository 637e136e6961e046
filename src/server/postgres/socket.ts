import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresError } from './postgres-error.ts';
import { canPass, type PostgresUser } from './user.ts';

/** Socket paths hold 103 bytes on macOS and 107 on Linux; PostgreSQL appends 14. */
const MAX_FOLDER_BYTES = 88;

/**
 * The folder of the server's socket, accessible only to the database's user and root: reaching the
 * socket is what grants access. It is in the data directory, or in a short folder derived from it
 * if that path is too long or not accessible to the user. `dataDir` must be a real path, so that
 * every path to the same data leads to the same socket.
 */
export function socketFolder(dataDir: string, user: PostgresUser | undefined): string {
  const inside = join(dataDir, 'run');
  const isPlain = /^[\w./-]+$/.test(inside) && Buffer.byteLength(inside) <= MAX_FOLDER_BYTES;
  return ensureOwned(isPlain && canPass(user, dataDir) ? inside : derivedFolder(dataDir), user);
}

function derivedFolder(dataDir: string): string {
  const name = `chapter-hub-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const home = tmpdir();
  const fits = /^[\w./-]+$/.test(home) && home.length + name.length < MAX_FOLDER_BYTES;
  return join(fits ? home : '/tmp', name);
}

function ensureOwned(folder: string, user: PostgresUser | undefined): string {
  const self = process.getuid?.();
  const uid = user?.uid ?? self;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && (found.uid === uid || found.uid === self);
  if (!isOurs || (found.mode & 0o077) !== 0) {
    throw new PostgresError(
      'unsafe_socket_directory',
      `${folder} is needed for the database's socket, but it belongs to another user or is open to others. Remove it and start again.`,
    );
  }
  if (user !== undefined && found.uid !== user.uid) chownSync(folder, user.uid, user.gid);
  return folder;
}
