/** Nightly backups on a real database: what is kept, and what goes wrong. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tier } from '#app/testing/amounts.ts';
import { createTestDatabase } from '#app/testing/database.ts';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { grantInstallationAdmin } from '#features/chapters/server/installation-store.ts';
import { hasAccounts } from '#features/identity/server/shared/account-store.ts';
import { toInstant } from '#kit/day.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { verifyBackup } from '#server/backup/read-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { partSuffix } from '#server/backup/write-backup.ts';
import { createLog } from '#server/config/log.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { backupCalls } from '../contract.ts';
import { findOthersBackup } from './find-backup.ts';
import { makeBackup } from './make-backup.ts';
import { nightlyBackupJobs } from './nightly-backups.ts';
import { runExclusively } from './run-exclusively.ts';
import {
  asOwner,
  jobs,
  later,
  passphrase,
  queueBackUp,
  scene,
  setUpScene,
  summary,
  timeZone,
  work,
} from './testing/backup-scene.ts';
import { canLoseDrive, whileDriveIsGone } from './testing/gone-drive.ts';

const secret = 'the secret of the installation that is saved';

setUpScene();

test('older backups go by the schedule, once a newer one was read back', async () => {
  for (let night = 0; night < 4; night += 1) {
    await makeBackup(work());
    later(24);
  }
  expect(await readdir(scene.folder)).toEqual([
    'chapter-hub-2026-11-22T10-30-00-000Z.tar.zst',
    'chapter-hub-2026-11-23T10-30-00-000Z.tar.zst',
  ]);
  // A failing one takes nothing away.
  await expect(
    makeBackup(work({ ownerUrl: scene.hub.database.ownerUrl.replace(/\/test_\w+/, '/none') })),
  ).rejects.toThrow();
  await expect(makeBackup(work({ signal: AbortSignal.abort() }))).rejects.toThrow();
  expect(await readdir(scene.folder)).toHaveLength(2);
});

test('a full disk gets room from what a lower schedule no longer keeps, and from nothing else', {
  tags: ['all'],
}, async () => {
  const keep = parseKeep('5d') ?? expect.fail('no rule');
  for (let night = 0; night < 5; night += 1) {
    await makeBackup(work({ keep }));
    later(24);
  }
  const made = await readdir(scene.folder);
  const readElsewhere = () => {
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write' });
  };
  await expect(makeBackup(work({ keep, readElsewhere }))).rejects.toThrow('ENOSPC');
  expect(await readdir(scene.folder)).toEqual(made);
  for (let night = 0; night < 2; night += 1) {
    later(24);
    await expect(makeBackup(work({ readElsewhere }))).rejects.toThrow('ENOSPC');
    expect(await summary()).toMatchObject({ state: 'failed', failure: 'disk_full' });
    expect(await readdir(scene.folder)).toEqual(made.slice(-2));
  }
});

test('what the disk damaged while it was written is found by reading it back, and does not count', async () => {
  await makeBackup(work());
  const [earlier] = await readdir(scene.folder);
  const keep = parseKeep('1d') ?? expect.fail('no rule');
  const backUpTo = (changeDisk: typeof flipBit) =>
    makeBackup(
      work({
        keep,
        readElsewhere: (_client, { name }) =>
          name === 'hub.file_part' ? rowsOnDisk(changeDisk) : undefined,
      }),
    );
  later(24);
  await expect(backUpTo(flipBit)).rejects.toThrow(/damaged|can't be restored/);
  expect(await readdir(scene.folder)).toEqual([earlier]);
  expect(await summary()).toMatchObject({ state: 'failed', failure: 'unreadable' });
  // The same rows on a disk that keeps them count.
  expect(await backUpTo(async () => {})).toMatchObject({ lost: 0 });
  expect(await summary()).toMatchObject({ state: 'fine', failure: null });
});

/** So many that the disk has taken some of them, which then change there. */
async function* rowsOnDisk(changeDisk: typeof flipBit) {
  for (let count = 0; count < 3; count += 1) yield randomBytes(4 * 1024 * 1024);
  const part = (await readdir(scene.folder)).find((file) => file.endsWith(partSuffix)) ?? '';
  const file = await open(join(scene.folder, part), 'r+');
  try {
    await expect.poll(async () => (await file.stat()).size).toBeGreaterThan(2_000_000);
    await changeDisk(file);
  } finally {
    await file.close();
  }
}

async function flipBit(file: FileHandle): Promise<void> {
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, 1_000_000);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, 1_000_000);
}

test('backups that lack contents of files are reported, and take no complete one away', {
  tags: ['all'],
}, async () => {
  await makeBackup(work());
  const [complete] = await readdir(scene.folder);
  const lacking = work({
    readElsewhere: (_client, { name }, options) => {
      // One was removed while the backup was made, which is nothing to report.
      if (name === 'hub.file_part') {
        for (const isMissed of [true, false]) options?.onLost?.(async () => isMissed);
      }
      return undefined;
    },
  });
  for (let night = 0; night < 3; night += 1) {
    later(24);
    expect(await makeBackup(lacking)).toMatchObject({ lost: 1 });
  }
  expect(await readdir(scene.folder)).toEqual([
    complete,
    'chapter-hub-2026-11-22T10-30-00-000Z.tar.zst',
    'chapter-hub-2026-11-23T10-30-00-000Z.tar.zst',
  ]);
  expect(await summary()).toMatchObject({
    state: 'failed',
    at: scene.now,
    failure: 'files_missing',
  });
  // A retry does not make it complete.
  await makeBackup(lacking, scene.now);
  expect((await summary()).failure).toBe('files_missing');
  later(24);
  await makeBackup(work());
  expect(await readdir(scene.folder)).toContain(complete);
  expect((await summary()).failure).toBeNull();
});

test('files of others in the folder stay', async () => {
  await mkdir(scene.folder);
  const others = ['chapter-hub-2020-01-01T00-00-00Z.tar.zst', 'notes.txt'];
  for (const file of others) await writeFile(join(scene.folder, file), 'mine');
  await makeBackup(work());
  later(72);
  await makeBackup(work());
  for (const file of others) expect(await readdir(scene.folder)).toContain(file);
});

describe('an encrypted backup', () => {
  const encryption = { passphrase, secret };

  test('shows nothing, and gives back every row and the secret', async () => {
    const written = await makeBackup(work({ encryption }));
    const path = written?.path ?? '';
    expect(path).toMatch(/\.tar\.zst\.age$/);
    expect((await readFile(path)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const target = await createTestDatabase({ isMigrated: false });
    onTestFinished(target.drop);
    const log = { info: () => {}, warn: () => {} };
    const { ownerUrl } = target;
    const options = { ownerUrl, appRole: undefined, log, now: scene.now, passphrase };
    const { manifest, differences } = await restoreBackup(path, options);
    expect(manifest.secret).toBe(secret);
    expect(differences).toEqual([]);
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const { rows } = await client.query('select display_name from hub.member');
    await client.end();
    expect(rows).toEqual([{ display_name: 'Ann Ames' }]);
  });

  test('is refused without its passphrase, with another, changed, or cut off', async () => {
    const path = (await makeBackup(work({ encryption })))?.path ?? '';
    await expect(verifyBackup(path)).rejects.toThrow(/is encrypted. Set BACKUP_PASSPHRASE/);
    await expect(verifyBackup(path, 'another passphrase here')).rejects.toThrow(
      /BACKUP_PASSPHRASE is not the one/,
    );
    const whole = await readFile(path);
    // In the line that says how the key is protected.
    const changedLine = Buffer.from(whole);
    changedLine.writeUInt8(changedLine.readUInt8(30) ^ 1, 30);
    await writeFile(path, changedLine);
    await expect(verifyBackup(path, passphrase)).rejects.toThrow(
      /is not the one .*, or the beginning of the file is damaged/,
    );
    // Each takes the time of a passphrase.
    for (const share of tier === 'gate' ? [0.3] : [0.001, 0.3, 0.9]) {
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await writeFile(path, changed);
      await expect(verifyBackup(path, passphrase), `changed at ${share}`).rejects.toThrow();
      await writeFile(path, whole.subarray(0, at));
      await expect(verifyBackup(path, passphrase), `cut at ${share}`).rejects.toThrow();
    }
  });

  test('without encryption, the secret is not in a backup', async () => {
    const written = await makeBackup(work());
    expect(written?.manifest).not.toHaveProperty('secret');
  });
});

test('the first backup does not wait for the night; the next ones do', async () => {
  const { backUp } = jobs();
  expect(await backUp.isDue?.()).toBe(true);
  await backUp.run();
  expect(await backUp.isDue?.()).toBe(false);
  later(27);
  expect(await backUp.isDue?.()).toBe(true);
});

test('the first day is backed up once, when an hour has passed since its first change', async () => {
  const { backUp, firstDay } = jobs();
  const made = async () => (await readdir(scene.folder)).length;
  await backUp.run();
  later(3);
  await firstDay.run();
  expect(await made()).toBe(1);
  await asOwner(
    `insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id)
      select id, gen_random_uuid(), '${scene.now}', 'chapter.update', 'chapter', id from hub.chapter`,
  );
  later(0.9);
  await firstDay.run();
  expect(await made()).toBe(1);
  later(0.2);
  await firstDay.run();
  expect(await made()).toBe(2);
  later(1);
  await firstDay.run();
  expect(await made()).toBe(2);
});

test('a folder that takes no backups is reported before the night', async () => {
  await makeBackup(work());
  await writeFile(join(scene.folder, 'file'), '');
  const { backUp } = jobs(undefined, { folder: join(scene.folder, 'file') });
  expect(await backUp.isDue?.()).toBe(true);
  later(1);
  await expect(backUp.run()).rejects.toThrow();
  expect(await summary()).toMatchObject({ state: 'failed', failure: 'no_folder' });
});

test.runIf(canLoseDrive)(
  'a drive that is gone is reported, and nothing waits for it',
  { tags: ['all'] },
  async () => {
    await makeBackup(work());
    const others = 'chapter-hub-2026-11-19T10-30-00Z.tar.zst';
    await writeFile(join(scene.folder, others), '');
    later(24);
    const mails: string[] = [];
    const { rehearse, watch } = jobs(async (_, paragraphs) => void mails.push(...paragraphs));
    await whileDriveIsGone(async () => {
      await expect(makeBackup(work())).rejects.toThrow(/does not respond/);
      expect(await summary()).toMatchObject({ state: 'failed', failure: 'folder_failed' });
      await Promise.all([
        expect(rehearse.run()).rejects.toThrow(/does not respond/),
        watch.run(),
        expect(
          findOthersBackup(scene.hub.db, { folder: scene.folder, bucket: undefined }),
        ).resolves.toBeUndefined(),
      ]);
    });
    expect((await summary()).rehearsalFailure).toBe('folder_failed');
    expect(mails[0]).toMatch(/folder of the backups does not respond/);
    await makeBackup(work());
    expect(await readdir(scene.folder)).toHaveLength(3);
    expect(await findOthersBackup(scene.hub.db, { folder: scene.folder, bucket: undefined })).toBe(
      join(scene.folder, others),
    );
  },
);

test('a hub that no one has set up makes no backups, and none is missed', async () => {
  const empty = await startTestHub();
  onTestFinished(empty.close);
  const isInUse = () => hasAccounts(empty.db);
  const { db, database, fileBucket } = empty;
  const [backUp] = nightlyBackupJobs(
    {
      ...work({ db, ownerUrl: database.ownerUrl }),
      since: scene.now,
      mailAdmins: async () => {},
      isInUse,
    },
    {
      db,
      fileBucket,
      log: createLog('silent'),
      clock: () => scene.now,
      signal: new AbortController().signal,
    },
  );
  expect(await backUp?.isDue?.()).toBe(false);
  await backUp?.run();
  await expect(readdir(scene.folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('of two at once, one is made', async () => {
  const made = await Promise.all([makeBackup(work()), makeBackup(work()), makeBackup(work())]);
  expect(made.filter((written) => written !== undefined)).toHaveLength(1);
  expect(await readdir(scene.folder)).toHaveLength(1);
});

test('a night whose lock is held, as by a server that lost its power, is tried again', async () => {
  const { backUp } = jobs();
  const queuedAt = scene.now;
  await runExclusively(scene.hub.database.ownerUrl, 'back up', async () => {
    await expect(backUp.run()).rejects.toThrow('Another backup is being made');
    later(1);
    await expect(backUp.run({ queuedAt })).rejects.toThrow('Another backup is being made');
  });
  await backUp.run({ queuedAt });
  expect(await readdir(scene.folder)).toHaveLength(1);
  // What was made meanwhile is enough.
  await runExclusively(scene.hub.database.ownerUrl, 'back up', () => backUp.run({ queuedAt }));
});

test('a backup stops when the connection of its lock is lost, and another is made', async () => {
  const stuck = Promise.withResolvers<void>();
  const isReading = Promise.withResolvers<void>();
  onTestFinished(() => stuck.resolve());
  const making = makeBackup(
    work({
      readElsewhere: () =>
        (async function* () {
          isReading.resolve();
          await stuck.promise;
          yield Buffer.of();
        })(),
    }),
  );
  const outcome = expect(making).rejects.toThrow('The lock to back up was lost');
  await isReading.promise;
  await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'chapter-hub lock to back up' and datname = current_database()`);
  await outcome;
  expect(await readdir(scene.folder)).toEqual([]);
  expect(await summary()).toMatchObject({ state: 'failed', failure: 'database' });
  later(1);
  await makeBackup(work());
  expect(await summary()).toMatchObject({ state: 'fine' });
});

test('what a killed server left behind is removed, reported, and no hindrance', async () => {
  const { path = '' } = (await makeBackup(work())) ?? {};
  later(24);
  const file = 'chapter-hub-2026-11-21T02-00-00Z.tar.zst';
  await scene.hub.db
    .insertInto('backup')
    .values({
      id: '019f0000-0000-7000-8000-000000000000' as never,
      begun_at: scene.now,
      file,
      is_encrypted: false,
    })
    .execute();
  await writeFile(join(scene.folder, `${file}.part`), 'half');
  await makeBackup(work());
  expect(await readdir(scene.folder)).toHaveLength(2);
  expect((await verifyBackup(path)).tables).not.toEqual([]);
  const failed = await scene.hub.db
    .selectFrom('backup')
    .select('failure')
    .where('file', '=', file)
    .execute();
  expect(failed).toEqual([{ failure: 'interrupted' }]);
});

describe('on the screen of installation admins', () => {
  const admin = async (on: TestHub) => {
    const person = await (await on.chapter()).person('Ida Admin');
    await grantInstallationAdmin(on.db, person.accountId, scene.now);
    return person;
  };

  test('without a folder, backups are off, which is trouble, and none can be made', async () => {
    const ida = await admin(scene.hub);
    expect((await ida.call(backupCalls.overview)).value()).toMatchObject({
      state: 'off',
      isTrouble: true,
      mayBackUp: false,
      attempts: [],
    });
    // As by a server whose folder was taken away since.
    await queueBackUp(scene.hub, "interval '1 hour'");
    expect((await ida.call(backupCalls.overview)).value().isUnderWay).toBe(false);
    const refused = await ida.call(backupCalls.backUp);
    expect([refused.status, refused.refusal().code]).toEqual([409, 'backups_off']);
  });

  test('the demo does not complain', async () => {
    const demo = await startTestHub({ isDemo: true });
    onTestFinished(demo.close);
    const { isTrouble, state } = (await (await admin(demo)).call(backupCalls.overview)).value();
    expect([state, isTrouble]).toEqual(['off', false]);
  });

  test('a backup that is asked for twice at once is made once, soon, and listed', {
    tags: ['all'],
  }, async () => {
    const keep = work().keep;
    const own = await startTestHub({
      config: { backups: { folder: scene.folder, keep, passphrase, bucket: undefined } },
    });
    onTestFinished(own.close);
    const ida = await admin(own);
    expect((await ida.call(backupCalls.backUp)).refusal().code).toBe('jobs_not_started');
    const ending = new AbortController();
    const clock = () => toInstant(Temporal.Now.instant());
    const working = runJobs({
      appUrl: own.database.appUrl,
      log: createLog('silent'),
      signal: ending.signal,
      timeZone,
      pollSeconds: 0.5,
      jobs: own.areas.flatMap(
        (area) =>
          area.nightlyJobs?.({
            db: own.db,
            fileBucket: own.fileBucket,
            log: createLog('silent'),
            clock,
            signal: ending.signal,
          }) ?? [],
      ),
    });
    const overview = async () => (await ida.call(backupCalls.overview)).value();
    // The first is made without being asked for.
    await expect.poll(async () => (await overview()).at, { timeout: 30_000 }).not.toBeNull();
    await expect.poll(async () => (await overview()).isUnderWay).toBe(false);
    await expect
      .poll(async () => {
        const asked = await Promise.all([1, 2, 3].map(() => ida.call(backupCalls.backUp)));
        return asked.map(({ status }) => status);
      })
      .toEqual([204, 204, 204]);
    await expect.poll(async () => (await overview()).attempts.length).toBe(2);
    await expect.poll(async () => (await overview()).isUnderWay, { timeout: 30_000 }).toBe(false);
    ending.abort();
    await working;
    const { state, attempts } = await overview();
    expect(state).toBe('fine');
    expect(attempts.map(({ status, isEncrypted }) => [status, isEncrypted])).toEqual([
      ['whole', true],
      ['whole', true],
    ]);
  });

  test('attempts say what became of them, the newest first', { tags: ['all'] }, async () => {
    const ida = await admin(scene.hub);
    await makeBackup(work());
    later(24);
    await expect(
      makeBackup(work({ folder: join(scene.folder, 'no', 'folder') })),
    ).rejects.toThrow();
    later(24);
    await makeBackup(work());
    later(24);
    await makeBackup(work({ keep: parseKeep('1d') ?? expect.fail('no rule') }));
    const { attempts } = (await ida.call(backupCalls.overview)).value();
    expect(attempts.map(({ status, failure }) => [status, failure])).toEqual([
      ['whole', null],
      ['whole', null],
      ['failed', 'no_folder'],
      ['removed', null],
    ]);
  });
});
