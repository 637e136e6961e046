/** `hub restore` as operators run it, and how it is offered. */
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { hasS3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { createTestDatabase, withClient } from './database.ts';
import { startTestHub, testSecret } from './hub.ts';
import { runHub, startHub, stop } from './hub-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A database with one chapter of so many members. */
async function databaseWith(members: number) {
  const database = await createTestDatabase({ isMigrated: true });
  onTestFinished(database.drop);
  await seedChapter(database, { members, expenses: 3, events: 1, transactions: 3 });
  return database;
}

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00Z'));

async function save(ownerUrl: string, folder: string): Promise<string> {
  return (
    await writeBackup(ownerUrl, {
      folder,
      hubVersion: '1.2.3',
      now,
      readElsewhere: copyContents(undefined),
    })
  ).path;
}

async function countMembers(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query('select count(*)::int as it from hub.member')).rows[0].it;
  } finally {
    await client.end();
  }
}

async function restore(ownerUrl: string, dataDir: string, ...args: string[]) {
  const command = runHub(['restore', ...args, '--data', dataDir], {
    DATABASE_URL: ownerUrl,
    HUB_SECRET: testSecret,
  });
  const { code } = await command.ended;
  return { code, text: command.stdout() + command.stderr() };
}

test('what is in the database is replaced only when asked, and saved first', {
  tags: ['all'],
}, async () => {
  const folder = await temporaryFolder();
  const earlier = await databaseWith(4);
  const { ownerUrl } = await databaseWith(7);
  const [before, wanted] = [await countMembers(ownerUrl), await countMembers(earlier.ownerUrl)];
  expect(before).not.toBe(wanted);
  const backup = await save(earlier.ownerUrl, folder);
  const dataDir = join(folder, 'data');

  const refused = await restore(ownerUrl, dataDir, backup);
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('--replace saves it first') });
  // With DATABASE_URL, --data does not choose the database.
  const { database, host } = new pg.Client({ connectionString: ownerUrl });
  expect(refused.text).toContain(`The database ${database} on ${host} is not empty.`);
  expect(refused.text).not.toContain('--data');
  expect(await countMembers(ownerUrl)).toBe(before);

  const replaced = await restore(ownerUrl, dataDir, backup, '--replace');
  expect(replaced).toEqual({ code: 0, text: expect.stringContaining('each compared') });
  expect(replaced.text).toMatch(/^Remove by hand, .* BACKUP_KEEP .* FILES_S3_URL\.$/m);
  expect(await countMembers(ownerUrl)).toBe(wanted);

  const saved = /^What was in the database is saved: (.+)$/m.exec(replaced.text)?.[1] ?? '';
  expect((await stat(saved)).mode & 0o077).toBe(0);
  const again = await restore(ownerUrl, dataDir, saved, '--replace');
  expect(again).toEqual({ code: 0, text: expect.stringContaining('each compared') });
  expect(await countMembers(ownerUrl)).toBe(before);
});

test('nothing is replaced by a damaged backup, or if what is there cannot be saved', async () => {
  const folder = await temporaryFolder();
  const { ownerUrl } = await databaseWith(3);
  const before = await countMembers(ownerUrl);
  const backup = await save(ownerUrl, folder);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);

  const damaged = join(folder, 'damaged');
  await writeFile(damaged, 'no backup');
  expect((await restore(ownerUrl, dataDir, damaged, '--replace')).text).toMatch(/no backup/);
  expect(await readdir(dataDir)).not.toContain('replaced');

  await writeFile(join(dataDir, 'replaced'), 'a file where the folder would be');
  const refused = await restore(ownerUrl, dataDir, backup, '--replace');
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('Nothing was replaced') });
  expect(await countMembers(ownerUrl)).toBe(before);
});

test('what was wrong when it was saved is restored and reported, and money is suspended at once', {
  tags: ['all'],
}, async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const source = await startTestHub();
  onTestFinished(source.close);
  const { ownerUrl } = source.database;
  const { memberId, chapterId, call } = await (await source.chapter()).person('Bo', 'treasurer');
  const body = { name: 'Dues', ownerId: memberId, currencyCode: 'USD' } as const;
  const walletId = (await call(walletCalls.create, { body })).value().id;
  // Links the record of it.
  await checkAudit(ownerUrl, now);
  const damage = (statement: string) =>
    withClient(ownerUrl, (client) =>
      client.query(`set session_replication_role = replica; ${statement}`),
    );
  const target = await createTestDatabase({ isMigrated: false });
  onTestFinished(target.drop);
  const countSuspending = () =>
    withClient(target.ownerUrl, async (client) => {
      const sql =
        'select count(*)::int as it from hub.unexplained_difference where chapter_id = $1';
      return (await client.query(sql, [chapterId])).rows[0].it;
    });

  await damage(`update hub.audit_seal set actor_id = null where chapter_id = '${chapterId}'`);
  const broken = await restore(target.ownerUrl, dataDir, await save(ownerUrl, folder));
  expect(broken).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^Figures that do not add up: 0\.\nBreaks in audit logs: 1\.\nList them: .* reconcile /m,
    ),
  });
  expect(await countSuspending()).toBe(0);

  await damage(`update hub.ledger_account set balance_cents = 1 where wallet_id = '${walletId}'`);
  const wrong = await save(ownerUrl, join(folder, 'wrong'));
  expect(await restore(target.ownerUrl, dataDir, wrong, '--replace')).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^Figures that do not add up: 3\. Money is suspended there .*\nBreaks in audit logs: 1\.$/m,
    ),
  });
  // Before any server has looked.
  expect(await countSuspending()).toBe(3);

  const env = { DATABASE_URL: target.ownerUrl, HUB_SECRET: testSecret };
  const hub = await startHub(dataDir, [], env);
  onTestFinished(async () => void (await stop(hub)));
  const [email] = await withClient(target.ownerUrl, async (client) =>
    (await client.query('select email from auth.account')).rows.map((row) => row.email),
  );
  const command = runHub(['token', email, '--data', dataDir], env);
  await command.ended;
  const reply = await fetch(`${hub.url}/api/wallets/${walletId}/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${command.stdout().trim()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      userId: memberId,
      transactionType: 'credit',
      amount: 1,
      description: 'Deposit',
    }),
  });
  expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'figures_differ' }]);
  const ready = async () => (await fetch(`${hub.url}/api/ready`)).json();
  await expect.poll(ready).toMatchObject({ reconciliation: 'differs', differences: 3 });
});

test('a wrong file is named before a database is made for it', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const command = runHub(['restore', join(folder, 'mistyped'), '--data', dataDir], {});
  expect((await command.ended).code).toBe(1);
  expect(command.stderr()).toMatch(/There is no file .*mistyped/);
  expect(await readdir(folder)).toEqual([]);
});

test('a restore that fails after it has removed what was there says how to get that back', {
  tags: ['all'],
}, async () => {
  const folder = await temporaryFolder();
  const { ownerUrl } = await databaseWith(3);
  const before = await countMembers(ownerUrl);
  const backup = await save(ownerUrl, folder);
  await withClient(ownerUrl, async (client) => {
    await client.query(
      `create function public.refuse() returns event_trigger language plpgsql
      as $$ begin raise 'no indexes today'; end $$`,
    );
    await client.query(
      `create event trigger refuse_indexes on ddl_command_start when tag in ('CREATE INDEX')
      execute function public.refuse()`,
    );
  });
  const failed = await restore(ownerUrl, join(folder, 'data'), backup, '--replace');
  expect(failed.code).toBe(1);
  expect(failed.text).toContain('no indexes today. All migrations of this run are rolled back.\n');
  expect(failed.text).not.toContain('still starts');
  const saved =
    /To get back what was there: .+ restore (\S+) --replace --data \S+$/m.exec(failed.text)?.[1] ??
    '';
  await withClient(ownerUrl, (client) => client.query('drop event trigger refuse_indexes'));
  expect((await restore(ownerUrl, join(folder, 'data'), saved, '--replace')).code).toBe(0);
  expect(await countMembers(ownerUrl)).toBe(before);
});

test('the first start of an empty hub offers the newest backup of another', async () => {
  const folder = await temporaryFolder();
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(database.drop);
  for (const day of ['20', '22', '21']) {
    await writeFile(join(folder, `chapter-hub-2026-11-${day}T02-30-00Z.tar.zst.age`), '');
  }
  await writeFile(join(folder, 'chapter-hub-2026-11-23T02-30-00Z.tar.zst.part'), '');
  const start = async () => {
    const hub = await startHub(join(folder, 'data'), [], {
      DATABASE_URL: database.ownerUrl,
      HUB_SECRET: testSecret,
      BACKUP_DIR: folder,
    });
    onTestFinished(async () => void (await stop(hub)));
    await expect.poll(hub.stdout).toContain('Or restore a backup');
    return hub;
  };
  const offer = `Or restore a backup: stop the server, then run "npm run hub -- restore ${folder}/chapter-hub-2026-11-22T02-30-00Z.tar.zst.age --data ${folder}/data" with the same environment variables\n`;
  expect((await start()).stdout()).toContain(offer);
});

test('the first start prints its set-up link before a bucket that never replies is asked', async () => {
  const folder = await temporaryFolder();
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(database.drop);
  const bucket = createServer(() => {}).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  onTestFinished(() => {
    bucket.closeAllConnections();
    bucket.close();
  });
  const hub = await startHub(join(folder, 'data'), [], {
    DATABASE_URL: database.ownerUrl,
    HUB_SECRET: testSecret,
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_PASSPHRASE: 'four words and some more',
    BACKUP_S3_URL: `http://key:secret@127.0.0.1:${(bucket.address() as AddressInfo).port}/hub`,
  });
  onTestFinished(async () => void (await stop(hub)));
  expect(hub.stdout()).toContain('Set it up (once, within a day): ');
  expect(hub.stdout()).not.toContain('Or restore');
  await expect
    .poll(hub.stdout, { timeout: 15_000 })
    .toMatch(/^Or restore a backup: .* restore FILE --data /m);
}, 60_000);

test.skipIf(!hasS3Server)(
  'a lost server comes back from the bucket',
  { tags: ['all'] },
  async () => {
    const server = await startS3Server();
    onTestFinished(server.close);
    const folder = await temporaryFolder();
    const { ownerUrl } = await databaseWith(4);
    const env = {
      HUB_SECRET: testSecret,
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_PASSPHRASE: 'four words and some more',
      BACKUP_S3_URL: `http://test%3Atester:testing@127.0.0.1:${server.port}/hub/folder`,
    };
    const run = async (databaseUrl: string, ...args: string[]) => {
      const command = runHub([...args, '--data', join(folder, 'data')], {
        ...env,
        DATABASE_URL: databaseUrl,
      });
      const { code } = await command.ended;
      return { code, text: command.stdout() + command.stderr() };
    };
    expect(await run(ownerUrl, 'backup')).toMatchObject({ code: 0 });
    const [copy] = await openBucket(server.address).list();

    const target = await createTestDatabase({ isMigrated: false });
    onTestFinished(target.drop);
    const wrong = await run(target.ownerUrl, 'restore', 's3:chapter-hub-none');
    expect(wrong).toEqual({ code: 1, text: expect.stringContaining('not the name of a backup') });
    const restored = await run(target.ownerUrl, 'restore', `s3:${copy?.key}`);
    expect(restored).toEqual({ code: 0, text: expect.stringContaining('each compared') });
    expect(await countMembers(target.ownerUrl)).toBe(await countMembers(ownerUrl));
    // Nothing of it stays beside the database.
    expect((await readdir(join(folder, 'data'))).filter((it) => it.startsWith('fetched'))).toEqual(
      [],
    );
  },
);
