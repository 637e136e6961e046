/** Backups of a hub in which every call was made, restored into empty databases. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expenseCalls } from '#features/expenses/contract.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { verifyBackup } from '#server/backup/read-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { leftOut, readSavedTables } from '#server/backup/tables-of-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { migrationsFolder, readHubVersion } from '#server/config/paths.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { createTestDatabase, withClient } from './database.ts';
import { start } from './embedded-processes.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';
import { hasOrSay, runs } from './say.ts';
import { temporaryFolder } from './temporary-folder.ts';

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));

let hub: TestHub;
let fixtures: Fixtures;
beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  for (const endpoint of hub.endpoints) {
    const request = await buildValidRequest(endpoint, fixtures, fixtures.owner);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, fixtures.admin), request);
  }
  await seedChapter(hub.database, { members: 5, expenses: 300, events: 20, transactions: 300 });
  await withClient(hub.database.ownerUrl, addRareRows);
  // As is done after a restore, which would otherwise add links to the chains.
  await checkAudit(hub.database.ownerUrl, now);
});
afterAll(() => hub?.close());

const log = { info: () => {}, warn: () => {} };

const save = async (folder: string, ownerUrl = hub.database.ownerUrl) =>
  writeBackup(ownerUrl, {
    folder,
    hubVersion: '1.2.3',
    now,
    readElsewhere: copyContents(hub.fileBucket),
  });

async function emptyDatabase({ isMigrated = false } = {}) {
  const database = await createTestDatabase({ isMigrated });
  onTestFinished(database.drop);
  return { ownerUrl: database.ownerUrl, appUrl: database.appUrl, appRole: APP_ROLE, log, now };
}

/** Into the tables that none of the calls fills. */
async function addRareRows(client: pg.Client): Promise<void> {
  const { accountId, chapterId, memberId } = fixtures.owner;
  const other = fixtures.other.memberId;
  const raw = JSON.stringify({
    title: 'Two paid',
    amount: 100,
    expenseDate: now,
    participants: [memberId, other],
    paidBy: memberId,
    payers: [
      { memberId, amountPaid: 70.01 },
      { memberId: other, amountPaid: 29.99 },
    ],
  });
  (await fixtures.owner.call(expenseCalls.create, { raw })).value();
  await client.query(`insert into hub.installation (key, value) values ('a key', 'a value')`);
  await client.query(
    `insert into auth.identity (account_id, issuer, subject, created_at)
    values ($1, 'https://id.example.org', 'olga', now())`,
    [accountId],
  );
  await client.query(
    `insert into auth.second_factor (account_id, secret, created_at) values ($1, 'sealed', now())`,
    [accountId],
  );
  await client.query(`insert into auth.recovery_code (account_id, hash) values ($1, 'hash')`, [
    accountId,
  ]);
  await client.query(
    `insert into hub.installation_admin (account_id, granted_at) values ($1, now())`,
    [accountId],
  );
  await client.query(
    `insert into hub.chapter_logo (chapter_id, hash, media_type, content, updated_at)
    values ($1, $2, 'image/png', '\\x0089504e470a00ff'::bytea, now())`,
    [chapterId, 'a'.repeat(64)],
  );
  await client.query(
    `insert into hub.member_photo (chapter_id, member_id, hash, media_type, content, updated_at)
    values ($1, $2, $3, 'image/jpeg', '\\xffd8000affd9'::bytea, now())`,
    [chapterId, memberId, 'a'.repeat(43)],
  );
  await client.query(
    `insert into hub.idempotency_key (chapter_id, member_id, key, request_hash, status, reply, created_at)
    values ($1, $2, 'key', 'hash', 201, E'{"text":"a\\ttab, a \\\\ and\\na line"}', now())`,
    [chapterId, memberId],
  );
  await client.query(
    `insert into hub.reconciliation_explanation
      (chapter_id, check_name, subject_id, gap, expected, actual, why, explained_by, explained_at)
    values ($1, 'wallet_balance', $2, '1', '1', '2', 'known', 'operator', now())`,
    [chapterId, memberId],
  );
  await client.query(
    `insert into hub.notice_sent (chapter_id, member_id, key, kind, sent_at)
    values ($1, $2, 'charge sent', 'new-charge', now())`,
    [chapterId, memberId],
  );
  await client.query(
    `insert into hub.event_exception (chapter_id, event_id, original_local_start, is_cancelled)
    select chapter_id, id, '2031-01-01 10:00', true from hub.event limit 1`,
  );
  await client.query(
    `insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select chapter_id, kind, subject_id, 0 from hub.expense_figure limit 1`,
  );
}

/** Every row of every saved table, in a form that shows any difference. */
async function contentOf(url: string): Promise<Map<string, string>> {
  return withClient(url, async (client) => {
    const content = new Map<string, string>();
    for (const { name } of await readSavedTables(client)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as it
        from ${name} t`,
      );
      content.set(name, rows[0].it);
    }
    return content;
  });
}

describe('a backup', () => {
  test('restores every row of every table, and nothing that expires', async () => {
    const folder = await temporaryFolder();
    // Seals what other tests wrote, which saving would do as well.
    await checkAudit(hub.database.ownerUrl, now);
    const before = await contentOf(hub.database.ownerUrl);
    const { path, manifest } = await save(folder);
    expect(await readdir(folder)).toEqual(['chapter-hub-2026-11-23T18-00-00-123Z.tar.zst']);
    expect((await stat(path)).mode & 0o077).toBe(0);
    // Otherwise this test would say little.
    expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);

    const target = await emptyDatabase();
    const restored = await restoreBackup(path, target);
    expect(restored.differences).toEqual([]);
    expect(restored.auditBreaks).toEqual([]);
    expect(restored.manifest.auditHeads.length).toBeGreaterThan(0);
    const after = await contentOf(target.ownerUrl);
    expect(after).toEqual(before);
    await withClient(target.ownerUrl, async (client) => {
      // These come with the migrations, and with the checks of what was restored.
      const known = ['hub.migration', 'hub.ledger_kind', 'hub.proof', 'hub.audit_proof'];
      for (const name of leftOut.filter((table) => !known.includes(table))) {
        expect([name, (await client.query(`select from ${name}`)).rowCount]).toEqual([name, 0]);
      }
    });
  });

  test('is of one moment, while members keep writing', { tags: ['all'] }, async () => {
    const folder = await temporaryFolder();
    const { value } = await fixtures.owner.call(walletCalls.list, {});
    const [wallet] = value().wallets.items;
    if (!wallet) throw new Error('the owner has no wallet');
    let isDone = false;
    const write = async () => {
      while (!isDone) {
        const body = {
          userId: fixtures.owner.memberId,
          description: 'Dues',
          amount: cents(1),
          transactionType: 'credit' as const,
        };
        const params = { walletId: wallet.id };
        (await fixtures.treasurer.call(walletCalls.addTransaction, { params, body })).value();
      }
    };
    const writing = Promise.all([write(), write(), write()]);
    const { path } = await save(folder);
    isDone = true;
    await writing;
    const restored = await restoreBackup(path, await emptyDatabase());
    expect(restored.differences).toEqual([]);
    expect(restored.auditBreaks).toEqual([]);
  });

  test('serves and continues after it was restored: people sign in, numbers go on', async () => {
    const folder = await temporaryFolder();
    const { path } = await save(folder);
    const target = await emptyDatabase();
    await restoreBackup(path, target);
    const second = await startTestHub({ database: { ...target, drop: async () => {} } });
    onTestFinished(second.close);
    const chapter = await second.chapter('Later');
    const treasurer = await chapter.person('Tia Later', 'treasurer');
    const created = await treasurer.call(walletCalls.list, {});
    expect(created.status).toBe(200);
    // A table whose rows are numbered takes another row.
    await seedChapter(
      { ownerUrl: target.ownerUrl },
      { members: 2, expenses: 5, events: 1, transactions: 5 },
    );
    expect(await second.differences()).toEqual([]);
  });

  test('of an older version is migrated to this one', async () => {
    const folder = await temporaryFolder();
    const { path, manifest } = await save(folder);
    const migrations = join(folder, 'migrations');
    await cp(migrationsFolder, migrations, { recursive: true });
    const next = String((manifest.migrations.at(-1)?.version ?? 0) + 1).padStart(4, '0');
    await writeFile(
      join(migrations, `${next}_more.sql`),
      'alter table hub.chapter add column motto text not null default $$Onward$$;',
    );
    const target = await emptyDatabase();
    await restoreBackup(path, { ...target, migrations });
    const { rows } = await withClient(target.ownerUrl, (client) =>
      client.query('select distinct motto from hub.chapter'),
    );
    expect(rows).toEqual([{ motto: 'Onward' }]);
  });
});

const run = promisify(execFile);
// `tar` runs it.
const hasZstd = hasOrSay(runs('zstd', '--version'), 'Backups opened without the hub', 'zstd');

test.runIf(hasZstd)('a backup opens without the hub, as every row that is in it', async () => {
  const folder = await temporaryFolder();
  const { path, manifest } = await save(folder);
  const filled = manifest.tables.filter(({ rows }) => rows > 0);
  const listed = (await run('tar', ['--zstd', '-tf', path])).stdout.trim().split('\n');
  expect(listed).toEqual([...filled.map(({ name }) => `${name}/000001.copy`), 'manifest.json']);
  const opened = join(folder, 'opened');
  await mkdir(opened);
  await run('tar', ['--zstd', '-xf', path, '-C', opened]);
  expect(JSON.parse(await readFile(join(opened, 'manifest.json'), 'utf8'))).toEqual(manifest);
  for (const { name, sha256 } of filled) {
    const rows = await readFile(join(opened, name, '000001.copy'));
    expect([name, createHash('sha256').update(rows).digest('hex')]).toEqual([name, sha256]);
    if (name === 'hub.chapter') expect(rows.toString()).toContain('Chapter Heron');
  }
});

/** A chain's end also says up to which transaction it goes, which each server counts for itself. */
async function chainsApart(url: string): Promise<Map<string, string>> {
  const content = await contentOf(url);
  content.delete('hub.audit_head');
  return content;
}

// Otherwise the tests' database is of the embedded version, too.
test.skipIf(!process.env.HUB_TEST_POSTGRES)(
  'a backup comes from another version of PostgreSQL into the embedded one, and back',
  async () => {
    const embedded = await start(await temporaryFolder());
    await checkAudit(hub.database.ownerUrl, now);
    const before = await chainsApart(hub.database.ownerUrl);
    const there = await save(await temporaryFolder());
    const into = { ownerUrl: embedded.ownerUrl, appRole: APP_ROLE, log, now };
    const nothing = { differences: [], auditBreaks: [] };
    expect(await restoreBackup(there.path, into)).toMatchObject(nothing);
    expect(await chainsApart(embedded.ownerUrl)).toEqual(before);

    const back = await save(await temporaryFolder(), embedded.ownerUrl);
    expect(back.manifest.auditHeads).toEqual(there.manifest.auditHeads);
    const target = await emptyDatabase();
    expect(await restoreBackup(back.path, target)).toMatchObject(nothing);
    expect(await chainsApart(target.ownerUrl)).toEqual(before);
  },
);

describe('what is refused, with nothing restored', () => {
  const refused = async (path: string, why: RegExp) => {
    const target = await emptyDatabase();
    await expect(restoreBackup(path, target)).rejects.toThrow(why);
    await withClient(target.ownerUrl, async (client) => {
      expect((await client.query(`select to_regclass('hub.chapter') as it`)).rows[0].it).toBeNull();
    });
  };

  test('files that are damaged anywhere, cut off, extended, missing or no backup', async () => {
    const folder = await temporaryFolder();
    const { path } = await save(folder);
    const whole = await readFile(path);
    for (const share of [0.02, 0.2, 0.5, 0.8, 0.98]) {
      const damaged = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 4, at);
      const file = join(folder, `damaged-${share}`);
      await writeFile(file, damaged);
      expect([share, await failureOf(verifyBackup(file))]).toEqual([
        share,
        expect.stringMatching(/damaged|can't be restored/),
      ]);
    }
    for (const share of [0, 0.3, 0.9, 0.999]) {
      const file = join(folder, `cut-${share}`);
      await writeFile(file, whole);
      await truncate(file, Math.floor(whole.length * share));
      expect([share, await failureOf(verifyBackup(file))]).toEqual([
        share,
        expect.stringMatching(/damaged|can't be restored/),
      ]);
    }
    await writeFile(join(folder, 'text'), 'not a backup');
    await writeFile(join(folder, 'empty'), '');
    await refused(join(folder, 'empty'), /no backup: unexpected end of file\.$/);
    await refused(join(folder, 'text'), /damaged, incomplete or no backup/);
    await refused(join(folder, 'nothing'), /There is no file/);
    await refused(folder, /is a folder/);
  });

  test('rows changed by someone who compressed them again', async () => {
    const folder = await temporaryFolder();
    const { path } = await save(folder);
    const plain = zstdDecompressSync(await readFile(path));
    const at = plain.indexOf('Heron');
    plain.write('Herod', at);
    const file = join(folder, 'changed');
    await writeFile(file, zstdCompressSync(plain));
    await refused(file, /its rows are not those of its manifest/);
  });

  test('a backup of a newer version', async () => {
    const folder = await temporaryFolder();
    const { path, manifest } = await save(folder);
    const migrations = join(folder, 'older');
    const newest = manifest.migrations.at(-1)?.name ?? '';
    await cp(migrationsFolder, migrations, {
      recursive: true,
      filter: (file) => !file.endsWith(newest),
    });
    const target = await emptyDatabase();
    await expect(restoreBackup(path, { ...target, migrations })).rejects.toThrow(
      `another version of Chapter Hub (1.2.3) than this one (${readHubVersion()}). The database is newer`,
    );
  });

  test('a database that has data, or that a server is using', async () => {
    const folder = await temporaryFolder();
    const { path } = await save(folder);
    const before = await contentOf(hub.database.ownerUrl);
    const here = { ...(await emptyDatabase()), ownerUrl: hub.database.ownerUrl };
    await withClient(hub.database.appUrl, async () => {
      expect(await failureOf(restoreBackup(path, here))).toMatch(/is using this database/);
    });
    expect(await contentOf(hub.database.ownerUrl)).toEqual(before);

    const target = await emptyDatabase({ isMigrated: true });
    await seedChapter(
      { ownerUrl: target.ownerUrl },
      { members: 1, expenses: 0, events: 0, transactions: 0 },
    );
    await expect(restoreBackup(path, target)).rejects.toThrow(
      /The database test_\w+ on .+ is not empty/,
    );
  });

  test('a backup that cannot be written leaves nothing', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(save(join(folder, 'file'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(save(join(folder, 'no', 'folder'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual(['file']);
  });
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error) => error.message,
  );

test('every table is saved or left out on purpose', async () => {
  await withClient(hub.database.ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('hub', 'auth') order by 1`,
    );
    const saved = (await readSavedTables(client)).map(({ name }) => name);
    expect([...saved, ...leftOut].sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});
