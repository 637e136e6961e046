/** Folders that are built from sources: whether they are stale, and how they are replaced whole. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './install.mjs';

/** One word for what these files say; names that do not exist count as absent. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.filter(existsSync)) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Every file below a folder, in order. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

export function isMadeFrom(folder, hash) {
  const stamp = join(folder, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Where to make it: a server that runs never sees half of what is put in place when complete. */
export function scratchFor(folder) {
  return join(
    root,
    'node_modules',
    '.cache',
    `build-${relative(root, folder).replaceAll(/\W/g, '-')}-${process.pid}`,
  );
}

export function putInPlace(scratch, folder, hash) {
  writeFileSync(join(scratch, '.stamp'), hash);
  const old = `${scratch}-old`;
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(scratch, folder);
  rmSync(old, { recursive: true, force: true });
}
