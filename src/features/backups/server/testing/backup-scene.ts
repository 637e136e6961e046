/** A hub of each test's own that backs itself up into a folder, at a time that only the test moves. */
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { hasAccounts } from '#features/identity/server/shared/account-store.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { createLog } from '#server/config/log.ts';
import { withDatabase } from '#server/database/with-client.ts';
import { bossOptions } from '#server/jobs/jobs.ts';
import type { BackupWork } from '../make-backup.ts';
import { nightlyBackupJobs } from '../nightly-backups.ts';
import { summarizeBackups } from '../store.ts';

export const scene = {} as { hub: TestHub; folder: string; now: Instant };

export const timeZone = 'America/Los_Angeles';

export const passphrase = 'four words and some more';

/** Before each test of the file that calls it. */
export function setUpScene(): void {
  beforeEach(async () => {
    scene.hub = await startTestHub();
    await (await scene.hub.chapter()).person('Ann Ames', 'admin');
    scene.folder = join(await temporaryFolder(), 'backups');
    scene.now = '2026-11-20T10:30:00.000Z';
  });
  afterEach(() => scene.hub?.close());
}

export const later = (hours: number) => {
  scene.now = toInstant(Temporal.Instant.from(scene.now).add({ minutes: hours * 60 }));
};

export const work = (more: Partial<BackupWork> = {}): BackupWork => ({
  db: scene.hub.db,
  ownerUrl: scene.hub.database.ownerUrl,
  folder: scene.folder,
  keep: parseKeep('2d') ?? expect.fail('no rule'),
  timeZone,
  encryption: undefined,
  readElsewhere: copyContents(undefined),
  clock: () => scene.now,
  ...more,
});

export const summary = (isConfigured = true) =>
  summarizeBackups(scene.hub.db, { isConfigured, since: '2026-11-20T10:00:00.000Z' }, scene.now);

export const jobs = (
  mailAdmins = async (_subject: string, _paragraphs: readonly string[]) => {},
  more: Partial<BackupWork> = {},
) => {
  const isInUse = () => hasAccounts(scene.hub.db);
  const all = nightlyBackupJobs(
    { ...work(more), since: scene.now, mailAdmins, isInUse },
    {
      db: scene.hub.db,
      fileBucket: scene.hub.fileBucket,
      log: createLog('silent'),
      clock: () => scene.now,
      signal: new AbortController().signal,
    },
  );
  const named = (name: string) => all.find((job) => job.name === name) ?? expect.fail(name);
  return {
    rehearse: named('rehearse-restore'),
    backUp: named('back-up'),
    firstDay: named('back-up-first-day'),
    watch: named('watch-backups'),
  };
};

export async function asOwner(statements: string, database?: string): Promise<void> {
  const { ownerUrl } = scene.hub.database;
  const client = new pg.Client({
    connectionString: database ? withDatabase(ownerUrl, database) : ownerUrl,
  });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** As the schedule did so long ago. */
export async function queueBackUp(on: TestHub, ago: string): Promise<void> {
  const boss = new PgBoss({
    ...bossOptions(on.database.appUrl),
    schedule: false,
    supervise: false,
  });
  await boss.start();
  try {
    await boss.createQueue('back-up', { policy: 'singleton' });
    await boss.send('back-up', {});
  } finally {
    await boss.stop({ graceful: false });
  }
  await asOwner(`update jobs.job set created_on = now() - ${ago} where name = 'back-up'`);
}
