/** One role that owns the database, serves it and is no superuser, as hosted PostgreSQL often gives. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { rehearseRestore } from '#server/backup/rehearse-restore.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { migrate } from '#server/database/migrate.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { exportChapter, importInto } from './chapters-between-hubs.ts';
import { createTestDatabase, withClient } from './database.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { createFixtures } from './matrix/fixtures.ts';
import { temporaryFolder } from './temporary-folder.ts';

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));
const log = { info: () => {}, warn: () => {} };
const role = `plain_owner_${process.pid}`;

let hub: TestHub;
let chapterId: string;
beforeAll(async () => {
  hub = await startTestHub();
  await asSuperuser(`create role ${role} login createdb`);
  const fixtures = await createFixtures(hub, 'Heron');
  chapterId = fixtures.chapter.id;
  await seedChapter(hub.database, { members: 5, expenses: 30, events: 5, transactions: 30 });
  // Leaves a record of the audit log.
  const body = { name: 'Harbor', ownerId: fixtures.owner.memberId, currencyCode: 'USD' as const };
  (await fixtures.owner.call(walletCalls.create, { body })).value();
  await checkAudit(hub.database.ownerUrl, now);
});
afterAll(async () => {
  if (hub) await asSuperuser(`drop role if exists ${role}`);
  await hub?.close();
});

async function asSuperuser(statement: string): Promise<void> {
  await withClient(hub.database.ownerUrl, (client) => client.query(statement));
}

/** Its address for the plain role. */
async function createPlainDatabase(): Promise<string> {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(database.drop);
  const { rows } = await withClient(database.ownerUrl, (client) =>
    client.query('select quote_ident(current_database()) as name'),
  );
  await asSuperuser(`alter database ${rows[0].name} owner to ${role}`);
  return database.ownerUrl.replace(/\/\/[^@]*@/, `//${role}@`);
}

/** Who may do what, to the column. */
const rightsOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select c.relname, c.relacl::text, a.attname, a.attacl::text
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'hub'::regnamespace and (c.relacl is not null or a.attacl is not null)
      order by 1, 3`,
    );
    return rows;
  });

async function save(url: string): Promise<string> {
  const saved = await writeBackup(url, {
    folder: await temporaryFolder(),
    hubVersion: '1.2.3',
    now,
    readElsewhere: copyContents(hub.fileBucket),
  });
  return saved.path;
}

test('a backup is restored, with the rights of a new database', async () => {
  const [migrated, url] = [await createPlainDatabase(), await createPlainDatabase()];
  await migrate(migrated, { log });
  const path = await save(hub.database.ownerUrl);
  const restored = await restoreBackup(path, { ownerUrl: url, appRole: undefined, log, now });
  expect([restored.differences, restored.auditBreaks]).toEqual([[], []]);
  expect(await rightsOf(url)).toEqual(await rightsOf(migrated));
});

test('what is there is replaced, and a backup is rehearsed', { tags: ['all'] }, async () => {
  const url = await createPlainDatabase();
  const path = await save(hub.database.ownerUrl);
  const target = { ownerUrl: url, appRole: undefined, log, now };
  await restoreBackup(path, target);
  await restoreBackup(path, { ...target, saveFirst: () => save(url) });
  const rehearsed = await rehearseRestore(path, { ownerUrl: url, passphrase: undefined, now });
  expect([rehearsed.differences, rehearsed.auditBreaks]).toEqual([[], []]);
});

test('a chapter is imported', { tags: ['all'] }, async () => {
  const url = await createPlainDatabase();
  await migrate(url, { log });
  const before = await rightsOf(url);
  const path = join(await temporaryFolder(), 'chapter.zip');
  await exportChapter(path, chapterId, hub.database);
  const { manifest } = await importInto(path, { ownerUrl: url });
  expect(manifest.chapter.id).toBe(chapterId);
  expect((await checkAudit(url, now)).breaks).toEqual([]);
  expect(await rightsOf(url)).toEqual(before);
});
