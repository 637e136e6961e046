import { execFileSync } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import type { PostgresBinaries } from '#server/postgres/binaries.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the migrated database that test databases are copied from. */
    templateUrl: string;
  }
}

/** Making a database is making 300 files, which takes 15 ms in memory and half a second on disk. */
const HOME = join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'chapter-hub-test');

/** Nothing here outlives the run, so nothing waits for the disk. */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  max_wal_size: '96MB',
};

/**
 * One throw-away cluster for a whole run of the tests, migrated once. `HUB_TEST_POSTGRES` names the
 * programs of another PostgreSQL (`/usr/lib/postgresql/15/bin`) to run it with.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What a killed run left; its server ends by itself when it misses its folder.
  await removeLeftovers(HOME);
  const dataDir = scratchFolder(HOME);
  await mkdir(dataDir, { mode: 0o755 });
  const log = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const given = process.env.HUB_TEST_POSTGRES;
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: FORGETFUL,
    ...(given ? { binaries: machineBinaries(given) } : {}),
  });
  async function teardown(): Promise<void> {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(server.socketDir, { recursive: true, force: true });
  }
  try {
    await migrate(server.ownerUrl, { log, appRole: APP_ROLE });
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('templateUrl', server.ownerUrl);
  return teardown;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    accessSync('/dev/shm', constants.W_OK);
    return bavail * bsize > 1_000_000_000;
  } catch {
    return false;
  }
}

/** The programs in a folder such as Debian's, for trying the hub on another major version. */
export function machineBinaries(binDir: string): PostgresBinaries {
  const version = execFileSync(join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' });
  const major = Number(/ (\d+)\./.exec(version)?.[1]);
  return { binDir, major, version: version.trim() };
}
