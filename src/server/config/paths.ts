/** Folders of the installation, found from its package.json: sources and builds lie at different depths. */
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
/** The browser app, as it is built. */
export const appFolder = join(installationRoot, 'dist');
