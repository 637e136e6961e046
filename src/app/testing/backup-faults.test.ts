/** What is left of backups when the machine fails while one is made. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { verifyBackup } from '#server/backup/read-backup.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { canMountDisks } from './crash/small-disk.ts';
import { createTestDatabase } from './database.ts';
import { testSecret } from './hub.ts';
import { kill, runHub, startHub } from './hub-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

async function seededDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await seedChapter(database, { members: 5, expenses: 400, events: 5, transactions: 200 });
  return database;
}

const filesIn = async (folder: string) => (await readdir(folder)).sort();

test('of a backup whose server was killed nothing counts, and the next removes it', async () => {
  const { ownerUrl } = await seededDatabase();
  const folder = await temporaryFolder();
  const backups = join(folder, 'backups');
  const env = { DATABASE_URL: ownerUrl, HUB_SECRET: testSecret, BACKUP_DIR: backups };
  const locking = new pg.Client({ connectionString: ownerUrl });
  await locking.connect();
  onTestFinished(() => locking.end());
  // The backup waits in the middle; nothing that comes before it reads this table.
  await locking.query('begin; lock table hub.rsvp');
  const hub = await startHub(join(folder, 'data'), [], env);
  onTestFinished(async () => void (await kill(hub)));
  const endings = async () => (await filesIn(backups).catch(() => [])).map((file) => extname(file));
  await expect.poll(endings, { timeout: 20_000 }).toEqual(['.part']);
  await kill(hub);
  await locking.query('rollback');
  expect(await endings()).toEqual(['.part']);

  const again = runHub(['backup', '--data', join(folder, 'data')], env);
  expect((await again.ended).code).toBe(0);
  expect(await endings()).toEqual(['.zst']);
  const [file = ''] = await filesIn(backups);
  const manifest = await verifyBackup(join(backups, file));
  expect(manifest.tables.find(({ name }) => name === 'hub.expense')?.rows).toBe(400);
});

test.runIf(canMountDisks)(
  'a full disk keeps no part of a backup, and those that are there',
  async () => {
    const { ownerUrl } = await seededDatabase();
    const folder = await temporaryFolder();
    const disk = join(folder, 'disk');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    onTestFinished(async () => void (await run('umount', [disk])));
    const backUp = async () => {
      const command = runHub(['backup', '--to', disk, '--data', join(folder, 'data')], {
        DATABASE_URL: ownerUrl,
        HUB_SECRET: testSecret,
      });
      return { ...(await command.ended), text: command.stdout() + command.stderr() };
    };
    expect((await backUp()).code).toBe(0);
    const before = await filesIn(disk);
    expect(before).toHaveLength(1);
    let last = await backUp();
    while (last.code === 0) last = await backUp();
    expect(last).toMatchObject({ code: 1, text: expect.stringContaining('the disk is full') });
    const after = await filesIn(disk);
    expect(after).toEqual(expect.arrayContaining(before));
    for (const file of after) await verifyBackup(join(disk, file));
  },
);
