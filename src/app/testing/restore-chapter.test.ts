/** `hub restore --chapter`: one chapter of a backup comes back beside the others, which go on. */
import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { confirmationOf } from '#server/chapter-archive/archive-manifest.ts';
import { beginMove, finishMove } from '#server/chapter-archive/move-chapter.ts';
import { verifyArchive } from '#server/chapter-archive/read-archive.ts';
import { replaceChapter } from '#server/chapter-archive/replace-chapter.ts';
import { archiveOf, contentOf, exportChapter, intoDatabase, now } from './chapters-between-hubs.ts';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';
import { callApp, startTestHub, type TestHub, type TestPerson } from './hub.ts';
import { runHub } from './hub-process.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';
import { temporaryFolder } from './temporary-folder.ts';

let prepared: TestDatabase;
let heron: Fixtures;
let stays: Fixtures;
let saved: Awaited<ReturnType<typeof contentOf>>;
let hub: TestHub;
let ownerUrl: string;
let folder: string;
let backup: string;

beforeAll(async () => {
  prepared = await createTestDatabase();
  const first = await startTestHub({ database: prepared });
  heron = await createFixtures(first, 'Heron');
  for (const endpoint of first.endpoints) {
    const request = await buildValidRequest(endpoint, heron, heron.owner);
    await send(first, endpoint, await credentialsOf(first, endpoint, heron.admin), request);
  }
  stays = await createFixtures(first, 'Stays');
  await checkAudit(prepared.ownerUrl, now);
  saved = await contentOf(prepared.ownerUrl, heron.chapter.id);
  await first.app.close();
  await first.database.close();
});
afterAll(() => prepared.drop());

beforeEach(async () => {
  hub = await startTestHub({ database: await createTestDatabase({ copyOf: prepared }) });
  onTestFinished(hub.close);
  ({ ownerUrl } = hub.database);
  folder = await temporaryFolder();
  const options = { folder, hubVersion: '1.2.3', now, readElsewhere: copyContents(undefined) };
  backup = (await writeBackup(ownerUrl, options)).path;
});

const dataDir = () => join(folder, 'data');

function start(chapter: string, ...args: string[]) {
  const given = ['restore', backup, '--chapter', chapter, '--data', dataDir(), ...args];
  return runHub(given, { DATABASE_URL: ownerUrl });
}

async function restore(chapter: string, ...args: string[]) {
  const command = start(chapter, ...args);
  const { code } = await command.ended;
  return { code, text: command.stdout() + command.stderr() };
}

/** A change that the backup does not have. */
async function addWallet({ owner }: { owner: TestPerson }): Promise<void> {
  const body = { name: 'Later', ownerId: owner.memberId, currencyCode: 'USD' as const };
  const by = { authorization: `Bearer ${owner.token}` };
  (await callApp(hub.app, walletCalls.create, by, { body })).value();
}

/** Its record is linked at once, as any export of the chapter would do. */
async function changeHeron(): Promise<void> {
  await addWallet(heron);
  await checkAudit(ownerUrl, now);
}

const contentOfHeron = () => contentOf(ownerUrl, heron.chapter.id);
const contentOfOthers = () => contentOf(ownerUrl, heron.chapter.id, true);

async function listScratch(): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select datname from pg_database where starts_with(datname, 'chapter_hub_restore_' ||
        (select oid from pg_database where datname = current_database()) || '_')`,
    );
    return rows.map(({ datname }) => datname);
  });
}

async function listFiles(within = ''): Promise<string[]> {
  return readdir(join(dataDir(), within)).catch(() => []);
}

async function countWallets(): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as it from hub.wallet where chapter_id = $1',
      [heron.chapter.id],
    );
    return rows[0].it;
  });
}

test('a chapter that is gone comes back by its name, and nothing else changes', async () => {
  const path = join(folder, 'moving.zip');
  const manifest = await beginMove(ownerUrl, archiveOf(heron.chapter.id, path));
  await finishMove(ownerUrl, heron.chapter.id, confirmationOf(manifest));
  await addWallet(stays);
  const others = await contentOfOthers();
  const unknown = await restore('Chapter Nowhere');
  expect(unknown.code).toBe(1);
  expect(unknown.text).toContain('No chapter of the backup is called Chapter Nowhere. It has:');
  expect(unknown.text).toContain(heron.chapter.id);

  const { name } = manifest.chapter;
  const restored = await restore(name.toUpperCase());
  expect(restored).toEqual({ code: 0, text: expect.stringContaining(`Restored ${name}, `) });
  expect(await contentOfHeron()).toEqual(saved);
  expect(await contentOfOthers()).toEqual(others);
  expect(await hub.differences()).toEqual([]);
  expect(await listScratch()).toEqual([]);
  expect(await listFiles()).toEqual(['commands.log']);
  await addWallet(heron);
});

test('a chapter that is here is replaced only when asked, and saved first, while others go on', async () => {
  await changeHeron();
  const wallets = await countWallets();
  const later = await contentOfHeron();
  const refused = await restore(heron.chapter.id);
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('add --replace') });
  expect(await contentOfHeron()).toEqual(later);

  const command = start(heron.chapter.id, '--replace');
  let isOver = false;
  void command.ended.then(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const begun = performance.now();
    await addWallet(stays);
    longest = Math.max(longest, performance.now() - begun);
  }
  const { code } = await command.ended;
  expect([code, command.stderr()]).toEqual([0, '']);
  expect(longest).toBeLessThan(30_000);
  expect(await contentOfHeron()).toEqual(saved);
  expect(await hub.differences()).toEqual([]);
  expect((await checkAudit(ownerUrl, now)).breaks).toEqual([]);
  await addWallet(heron);

  const path = /of all members: (.+)$/m.exec(command.stdout())?.[1] ?? '';
  expect((await stat(path)).mode & 0o077).toBe(0);
  const { tables } = await verifyArchive(path);
  expect(tables.find(({ name }) => name === 'hub.wallet')?.rows).toBe(wallets);
  const env = { DATABASE_URL: ownerUrl };
  const back = runHub(['import-chapter', path, '--replace', '--data', dataDir()], env);
  expect([(await back.ended).code, back.stderr()]).toEqual([0, '']);
  expect(await contentOfHeron()).toEqual(later);
  expect(await hub.differences()).toEqual([]);
});

test('a replacement that fails, or of a chapter that moves, leaves it as it was, to be changed at once', async () => {
  const [path, keeps] = [join(folder, 'chapter.zip'), join(folder, 'keeps.zip')];
  await exportChapter(path, heron.chapter.id, { ownerUrl });
  await changeHeron();
  const later = await contentOfHeron();
  await truncate(path, 10_000);
  let isSaved = false;
  const replace = () =>
    replaceChapter(path, intoDatabase({ ownerUrl }), archiveOf(heron.chapter.id, keeps), () => {
      isSaved = true;
    });
  await expect(replace()).rejects.toThrow("can't be imported");
  expect(isSaved).toBe(true);
  expect(await contentOfHeron()).toEqual(later);
  await addWallet(heron);

  await beginMove(ownerUrl, archiveOf(heron.chapter.id, `${path}.moving`));
  await expect(replace()).rejects.toThrow('This chapter is moving');
});

test.for([
  ['while the backup is restored', async () => (await listScratch()).length > 0],
  ['while the chapter is saved', async () => (await listFiles('replaced')).length > 0],
  ['once it is saved', async () => (await listFiles('replaced')).some((n) => n.endsWith('.zip'))],
] as const)(
  'killed %s, the chapter is whole, and the command runs again',
  {
    tags: ['all'],
  },
  async ([, isReached]) => {
    await changeHeron();
    const later = await contentOfHeron();
    const others = await contentOfOthers();
    const command = start(heron.chapter.id, '--replace');
    while (!(await isReached())) await sleep(5);
    command.child.kill('SIGKILL');
    await command.ended;
    // Its last transaction may still be on its way.
    await expect
      .poll(async () => {
        const now = JSON.stringify(await contentOfHeron());
        return [later, saved].some((each) => JSON.stringify(each) === now);
      })
      .toBe(true);
    expect(await contentOfOthers()).toEqual(others);
    const again = await restore(heron.chapter.id, '--replace');
    expect(again).toEqual({ code: 0, text: expect.stringContaining('each compared') });
    expect(await contentOfHeron()).toEqual(saved);
    expect(await contentOfOthers()).toEqual(others);
    expect(await listScratch()).toEqual([]);
    expect((await listFiles()).sort()).toEqual(['commands.log', 'replaced']);
  },
);
