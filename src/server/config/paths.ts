/**
 * Folders of the installation, found from package.json because sources and builds differ in depth.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No package.json above the server');
  return findRoot(parent);
}

export const installationRoot = findRoot(import.meta.dirname);
export const migrationsFolder = join(installationRoot, 'migrations');
/** The built browser app. */
export const appFolder = join(installationRoot, 'dist');

/** How an operator runs a command: in a checkout, or where a release is unpacked. */
export const hubCommand = existsSync(join(installationRoot, 'bin', 'hub.mjs'))
  ? 'npm run hub --'
  : join(installationRoot, 'chapter-hub');

/** Of this installation, such as `1.2.3`. */
export function readHubVersion(): string {
  return JSON.parse(readFileSync(join(installationRoot, 'package.json'), 'utf8')).version;
}

/** Of this build, if it was made in a git checkout; ends with `-dirty` if files had changed since. */
export function readHubCommit(): string | undefined {
  const path = join(installationRoot, 'build', 'commit');
  const isBuild = import.meta.dirname.startsWith(join(installationRoot, 'build'));
  return isBuild && existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
