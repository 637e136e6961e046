/**
 * A chapter that was just set up, which isolated hubs copy: making a cluster, its tables and a chapter
 * takes each of them ten seconds of a core.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startHub, stop } from '#app/testing/hub-process.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/postgres/embedded-postgres.ts';
import { scratchFolder } from '#server/postgres/scratch-folder.ts';

export const admin = { email: 'ada@example.org', password: 'a long enough password' };
const SET_UP = /^Set it up .*: http\S+#(\S+)$/m;

/** What the database and its server keep in a folder. */
export const foldersIn = (home: string) => ({
  databaseDir: join(home, 'database'),
  dataDir: join(home, 'hub'),
});

const newHome = () => scratchFolder(join(tmpdir(), 'chapter-hub-e2e'));

/** The same for all of them, because what is encrypted with it comes with the copy. */
export const settingsOn = ({ appUrl, ownerUrl }: EmbeddedPostgres) => ({
  DATABASE_URL: appUrl,
  MIGRATION_DATABASE_URL: ownerUrl,
  HUB_SECRET: 'a secret for journeys, and for journeys alone',
  // Provoked failures would fill the log.
  LOG_LEVEL: 'silent',
});

export const startDatabase = (home: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: foldersIn(home).databaseDir,
    log: { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) },
    // Nothing here outlives the run, so nothing waits for the disk.
    settings: { fsync: 'off' },
  });

/** Makes the chapter, and stops what made it. Workers find it by `HUB_TEST_FOUNDED`. Returns its removal. */
export async function foundChapter(): Promise<() => Promise<void>> {
  const home = newHome();
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    await mkdir(foldersIn(home).databaseDir, { recursive: true, mode: 0o755 });
    const database = await startDatabase(home);
    try {
      await setUp(home, database);
    } finally {
      await database.stop();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  process.env['HUB_TEST_FOUNDED'] = home;
  return remove;
}

async function setUp(home: string, database: EmbeddedPostgres): Promise<void> {
  const hub = await startHub(foldersIn(home).dataDir, [], settingsOn(database));
  try {
    const token = SET_UP.exec(hub.stdout())?.[1];
    const reply = await fetch(`${hub.url}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: hub.url },
      body: JSON.stringify({
        ...admin,
        token,
        firstName: 'Ada',
        lastName: 'Lovelace',
        membersSeeWallets: true,
      }),
    });
    if (!reply.ok) throw new Error(`The chapter was not created: ${await reply.text()}`);
  } finally {
    await stop(hub);
  }
}

/** Copies the chapter to a new folder, with the owners of its files: PostgreSQL may be another user. */
export async function copyFoundedChapter(): Promise<string> {
  const founded = process.env['HUB_TEST_FOUNDED'];
  if (founded === undefined) throw new Error('The global setup founded no chapter.');
  const home = newHome();
  await promisify(execFile)('cp', ['-a', founded, home]);
  return home;
}
