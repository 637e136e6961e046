/** Folders built from sources: detects stale ones and replaces them as a whole. */
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
import { failOfFullDisk, isDiskFull, spaceOfBuild } from './disk.mjs';
import { root } from './install.mjs';
import { fail } from './print.mjs';

/** One hash over names and contents; files that do not exist are skipped. */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.filter(existsSync)) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Every file below a folder, sorted. */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

export function isBuiltFrom(folder, hash) {
  const stamp = join(folder, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Builds go here first, so that a running server never sees a half-built folder. */
export function scratchFolderFor(folder) {
  return join(
    root,
    'node_modules',
    '.cache',
    `build-${relative(root, folder).replaceAll(/\W/g, '-')}-${process.pid}`,
  );
}

export function replaceFolder(scratch, folder, hash) {
  writeFileSync(join(scratch, '.stamp'), hash);
  const old = `${scratch}-old`;
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(scratch, folder);
  rmSync(old, { recursive: true, force: true });
}

/** `output` is that of the bundler. */
export function failOfBuild(output, what) {
  if (isDiskFull(output)) failOfFullDisk(spaceOfBuild);
  fail(`${output}\n${what} could not be built.`);
}
