/** What is reported of backups: to admins by email, to everyone by readiness. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createAdminMails } from '#app/server/admin-alert.ts';
import { operationCalls } from '#app/server/operations.ts';
import { startTestHub } from '#app/testing/hub.ts';
import { grantInstallationAdmin } from '#features/chapters/server/installation-store.ts';
import { toInstant } from '#kit/day.ts';
import { createLog } from '#server/config/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import { makeBackup, noteFiles } from './make-backup.ts';
import { rehearseIfDue } from './rehearse.ts';
import {
  jobs,
  later,
  passphrase,
  queueBackUp,
  scene,
  setUpScene,
  summary,
  work,
} from './testing/backup-scene.ts';

setUpScene();

test('after a night that went well, the age of the newest backup is reported', async () => {
  expect(await summary()).toMatchObject({ state: 'pending', at: null, failure: null });
  expect(await summary(false)).toMatchObject({ state: 'off' });
  const begun = scene.now;
  await makeBackup(work());
  later(25);
  expect(await summary()).toMatchObject({ state: 'fine', at: begun, failure: null });
  later(2);
  expect(await summary()).toMatchObject({ state: 'late', at: begun });
});

test('a night that failed is reported, also if an earlier backup was of a clock that was ahead', {
  tags: ['all'],
}, async () => {
  const right = scene.now;
  later(365 * 24);
  await makeBackup(work());
  await jobs().rehearse.run();
  scene.now = right;
  expect(await summary()).toMatchObject({ state: 'pending', at: null, verifiedAt: null });
  await makeBackup(work());
  await jobs().rehearse.run();
  expect(await summary()).toMatchObject({ state: 'fine', at: right, verifiedAt: right });
  later(27);
  expect(await summary()).toMatchObject({ state: 'late', at: right });
  await expect(makeBackup(work({ folder: join(scene.folder, 'no', 'folder') }))).rejects.toThrow();
  expect(await summary()).toMatchObject({ state: 'failed', failure: 'no_folder' });
});

test('a folder that can not be used is reported with the reason', async () => {
  await expect(makeBackup(work({ folder: join(scene.folder, 'below') }))).rejects.toThrow();
  expect(await summary()).toMatchObject({ state: 'failed', at: null, failure: 'no_folder' });
  await makeBackup(work());
  expect(await summary()).toMatchObject({ state: 'fine', failure: null });
});

test.for([
  ['EIO', 'read', 'folder_failed'],
  ['ESTALE', 'fsync', 'folder_failed'],
  ['ETIMEDOUT', 'write', 'folder_failed'],
  ['ETIMEDOUT', 'connect', 'database'],
  ['ECONNRESET', 'read', 'database'],
  ['EPIPE', 'write', 'database'],
] as const)(
  '%s of "%s" is reported as a failure of the one it comes from',
  async ([code, syscall, failure]) => {
    const readElsewhere = () => {
      throw Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
    };
    await expect(makeBackup(work({ readElsewhere }))).rejects.toThrow(code);
    expect(await summary()).toMatchObject({ state: 'failed', failure });
  },
);

test('a file that someone removed does not count, until it is back', {
  tags: ['all'],
}, async () => {
  const begun = scene.now;
  const { path = '' } = (await makeBackup(work())) ?? {};
  const content = await readFile(path);
  later(1);
  await rm(scene.folder, { recursive: true });
  await noteFiles(work());
  expect((await summary()).at).toBeNull();
  await mkdir(scene.folder);
  await writeFile(path, content);
  await noteFiles(work());
  expect((await summary()).at).toBe(begun);
});

test('installation admins get one email a day as long as something is wrong', {
  tags: ['all'],
}, async () => {
  const ida = await (await scene.hub.chapter('Oslo')).person('Ida Admin');
  await grantInstallationAdmin(scene.hub.db, ida.accountId, scene.now);
  const sent: Mail[] = [];
  // Who may not create databases can rehearse no restore.
  const { watch, rehearse } = jobs(
    createAdminMails({
      db: scene.hub.db,
      config: scene.hub.config,
      log: createLog('silent'),
      mailer: { send: async (mail) => ({ ok: sent.push(mail) > 0 }) as { ok: true } },
    }),
    { ownerUrl: scene.hub.database.appUrl },
  );
  await makeBackup(work());
  await watch.run();
  expect(sent).toEqual([]);
  later(27);
  await watch.run();
  later(1);
  await watch.run();
  expect(sent.map(({ subject, text }) => `${subject}\n${text}`)).toEqual([
    expect.stringMatching(
      /no recent backup[^]*The nightly backup was not made[^]*on Nov 20, 2026, 2:30 AM/,
    ),
  ]);
  await expect(makeBackup(work({ folder: join(scene.folder, 'no', 'folder') }))).rejects.toThrow();
  await watch.run();
  expect(sent).toHaveLength(1);
  later(23);
  await watch.run();
  expect(sent.at(-1)?.text).toMatch(/The folder of the backups does not exist/);
  await makeBackup(work());
  await expect(rehearse.run()).rejects.toThrow();
  later(24);
  await watch.run();
  expect(sent.slice(2)).toMatchObject([
    {
      subject: 'Chapter Hub could not prove its backups',
      text: expect.stringMatching(
        /rehearsal of a restore failed\. [^]*grant it CREATEDB\.[^]*The last whole backup was on Nov 22, 2026, 5:30 AM\. There is no successful rehearsal of a restore yet\./,
      ),
    },
  ]);
});

test('an attempt that failed is reported in the hour after it, whatever the clock said before', async () => {
  const subjects: string[] = [];
  const { watch } = jobs(async (subject) => void subjects.push(subject));
  await makeBackup(work());
  await watch.run();
  await expect(makeBackup(work({ folder: join(scene.folder, 'no', 'folder') }))).rejects.toThrow();
  expect(watch.cron).toMatch(/^\d+ \* \* \* \*$/);
  await Promise.all([watch.run(), watch.run()]);
  expect(subjects).toEqual(['Chapter Hub has no recent backup']);
  scene.now = '2026-11-19T10:30:00.000Z';
  await expect(makeBackup(work({ folder: join(scene.folder, 'no', 'folder') }))).rejects.toThrow();
  await watch.run();
  expect(subjects).toHaveLength(2);
});

test('no email is sent until one that is made after an outage has ended, unless it hangs', {
  tags: ['all'],
}, async () => {
  const mails: string[] = [];
  const { watch } = jobs(async (subject) => void mails.push(subject));
  await makeBackup(work());
  later(27);
  await queueBackUp(scene.hub, "interval '2 minutes'");
  await watch.run();
  expect(mails).toEqual([]);
  await sql`update jobs.job set state = 'failed'`.execute(scene.hub.db);
  await watch.run();
  expect(mails).toHaveLength(1);
  later(24);
  await queueBackUp(scene.hub, "interval '3 hours'");
  await watch.run();
  expect(mails).toHaveLength(2);
});

test('readiness says it to everyone, and no more than its age', async () => {
  const nobody = await scene.hub.request({ url: `/api${operationCalls.ready.path}` });
  expect(nobody.json().backup).toEqual({ state: 'off', at: null, verifiedAt: null });
  scene.now = toInstant(Temporal.Now.instant());
  await makeBackup(work());
  const then = await scene.hub.request({ url: `/api${operationCalls.ready.path}` });
  expect(then.json().backup).toEqual({ state: 'fine', at: scene.now, verifiedAt: null });
});

test('readiness says what is wrong with them, and when one was last proved', {
  tags: ['all'],
}, async () => {
  const { keep } = work();
  const own = await startTestHub({
    config: { backups: { folder: scene.folder, keep, passphrase, bucket: undefined } },
  });
  onTestFinished(own.close);
  const its = { db: own.db, ownerUrl: own.database.ownerUrl };
  const ready = async () =>
    (await own.request({ url: `/api${operationCalls.ready.path}` })).json().backup;
  scene.now = toInstant(Temporal.Now.instant());
  later(-27);
  const begun = scene.now;
  await makeBackup(work(its));
  expect(await ready()).toEqual({ state: 'late', at: begun, verifiedAt: null });
  later(26);
  await expect(
    makeBackup(work({ ...its, folder: join(scene.folder, 'none', 'below') })),
  ).rejects.toThrow();
  expect(await ready()).toEqual({ state: 'failed', at: begun, verifiedAt: null });
  later(1);
  await makeBackup(work(its));
  const mayNot = work({ ...its, ownerUrl: own.database.appUrl });
  await expect(rehearseIfDue(mayNot)).rejects.toThrow();
  expect(await ready()).toEqual({ state: 'unproven', at: scene.now, verifiedAt: null });
  await rehearseIfDue(work(its));
  expect(await ready()).toEqual({ state: 'fine', at: scene.now, verifiedAt: scene.now });
});
