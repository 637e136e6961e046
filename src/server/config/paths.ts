/**
 * Folders of the installation, found from package.json because sources and builds differ in depth.
 */
import { existsSync } from 'node:fs';
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
