/** Databases, backups and archives of the 80 migrations that came before the baseline. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import { installationRoot } from '#server/config/paths.ts';
import { describeSchema } from '#server/database/baseline/describe-schema.ts';
import { migrate, pendingMigrations } from '#server/database/migrate.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { archiveOf, contentOf, importInto, now } from './chapters-between-hubs.ts';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';
import { statementsAt } from './earlier-chapters.ts';
import { readRows } from './read-rows.ts';
import { temporaryFolder } from './temporary-folder.ts';

const options = { log: { info: () => {}, warn: () => {} }, appRole: APP_ROLE };
const dir = join(import.meta.dirname, 'earlier-migrations');
const recorded = ['hub.migration', 'hub.installation'];

/** The baseline alone, without what came after it. */
let baselineDir: string;
let bare: TestDatabase;
/** With a chapter of that time, whose audit log is sealed. */
let filled: TestDatabase;
let chapterId: string;
beforeAll(async () => {
  baselineDir = await mkdtemp(join(tmpdir(), 'baseline-'));
  const migrations = join(installationRoot, 'migrations');
  const ofBaseline = (await readdir(migrations)).filter((name) => name < '0115');
  for (const name of ofBaseline) await cp(join(migrations, name), join(baselineDir, name));
  bare = await createTestDatabase({ isMigrated: false });
  await migrate(bare.ownerUrl, { ...options, dir });
  filled = await createTestDatabase({ copyOf: bare });
  await withClient(filled.ownerUrl, async (client) => {
    await client.query(`begin; ${statementsAt(80).join(';')}; commit`);
    const { rows } = await client.query('select id from hub.chapter');
    chapterId = rows[0].id;
  });
  await withClient(filled.ownerUrl, (client) =>
    client.query('select hub.seal_audit(chapter_id, $1) from hub.audit_waiting', [now]),
  );
});
afterAll(async () => {
  await rm(baselineDir, { recursive: true });
  await Promise.all([bare, filled].map((made) => made?.drop()));
});

async function copyFilled(change?: string) {
  const copy = await createTestDatabase({ copyOf: filled });
  onTestFinished(copy.drop);
  if (change !== undefined) await withClient(copy.ownerUrl, (client) => client.query(change));
  return copy;
}

const readAll = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const rows = [...(await readRows(client))].filter(([table]) => !recorded.includes(table));
    return { schema: await describeSchema(client), rows };
  });

const readVersions = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query('select version from hub.migration order by version');
    return rows.map(({ version }) => Number(version));
  });

test('the baseline makes what the earlier migrations left, to the last name, right and row', async () => {
  const fresh = await createBaseline();
  const made = await readAll(fresh.ownerUrl);
  expect(made.schema.length).toBeGreaterThan(4_000);
  expect(made).toEqual(await readAll(bare.ownerUrl));
});

async function createBaseline() {
  const made = await createTestDatabase({ isMigrated: false });
  onTestFinished(made.drop);
  await migrate(made.ownerUrl, { ...options, dir: baselineDir });
  return made;
}

test('a database of all of them is taken over as it is, and upgraded', async () => {
  const { ownerUrl, appUrl } = await copyFilled();
  const before = await readAll(ownerUrl);
  const fresh = await createTestDatabase();
  onTestFinished(fresh.drop);
  const pending = await withClient(appUrl, (client) => pendingMigrations(client));
  expect(pending[0]).toBe('0101_ground.sql');
  const { applied } = await migrate(ownerUrl, { ...options, dir: baselineDir });
  expect((await readAll(ownerUrl)).rows).toEqual(before.rows);
  const later = await migrate(ownerUrl, options);
  expect([...applied, ...later.applied]).toEqual(pending);
  expect((await readAll(ownerUrl)).schema).toEqual((await readAll(fresh.ownerUrl)).schema);
  expect((await readVersions(ownerUrl))[0]).toBe(101);
  expect(await withClient(appUrl, (client) => pendingMigrations(client))).toEqual([]);
  expect(await migrate(ownerUrl, options)).toEqual({ applied: [] });
  expect(await checkFigures(ownerUrl, now)).toEqual([]);
  expect((await checkAudit(ownerUrl, now)).breaks).toEqual([]);
});

test.each([
  [
    'that lacks the last',
    'delete from hub.migration where version = 80',
    'too_old',
    /last migration is 0079_paid_outside\.sql\. First start the commit \w+ .* to 0080_/,
  ],
  [
    'of another checksum',
    `update hub.migration set checksum = 'x' where version = 7`,
    'changed',
    /its 80 migrations up to 0080_\S+ are not those/,
  ],
  [
    'that was changed by hand',
    'alter table hub.chapter add column motto text; drop index hub.payment_waiting',
    'changed',
    /changed by hand.*\n\+ column hub\.chapter \d+ motto text .*\n- index CREATE INDEX payment_waiting /,
  ],
])('one %s is refused, and stays as it is', async (_, change, code, message) => {
  const { ownerUrl } = await copyFilled(change);
  const before = await readAll(ownerUrl);
  await expect(migrate(ownerUrl, options)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
  expect(await readAll(ownerUrl)).toEqual(before);
  expect((await readVersions(ownerUrl))[0]).toBe(1);
});

test('who owns and may read the tables does not matter', async () => {
  const { ownerUrl } = await copyFilled(
    'grant select on hub.member to pg_monitor; alter table hub.wallet owner to pg_database_owner',
  );
  expect((await migrate(ownerUrl, options)).applied).not.toEqual([]);
});

test('a backup of all of them is restored, one of fewer is not', async () => {
  const back = async (ownerUrl: string) => {
    const { path } = await writeBackup(ownerUrl, {
      folder: await temporaryFolder(),
      hubVersion: '0.2.0',
      now,
      readElsewhere: copyContents(undefined),
    });
    const empty = await createTestDatabase({ isMigrated: false });
    onTestFinished(empty.drop);
    const restored = await restoreBackup(path, { ownerUrl: empty.ownerUrl, now, ...options });
    return { ...restored, ownerUrl: empty.ownerUrl };
  };
  const { ownerUrl, differences, auditBreaks } = await back(filled.ownerUrl);
  expect({ differences, auditBreaks }).toEqual({ differences: [], auditBreaks: [] });
  const upgraded = await copyFilled();
  await migrate(upgraded.ownerUrl, options);
  expect(await contentOf(ownerUrl, chapterId)).toEqual(
    await contentOf(upgraded.ownerUrl, chapterId),
  );
  expect((await readVersions(ownerUrl))[0]).toBe(101);
  const older = await copyFilled('delete from hub.migration where version > 70');
  await expect(back(older.ownerUrl)).rejects.toThrow(
    /The backup is from before the first release: its last migration is 0070_file_objects\.sql/,
  );
});

/** As that time's program did: what people read of an archive is of today's tables. */
const exportAsThen = (path: string, { ownerUrl }: TestDatabase) =>
  writeArchive(ownerUrl, { ...archiveOf(chapterId, path), readableParts: async function* () {} });

test('an archive of a chapter says which version it is of, whether of all of them or of fewer', async () => {
  const path = join(await temporaryFolder(), 'chapter.zip');
  await exportAsThen(path, filled);
  const target = await createTestDatabase();
  onTestFinished(target.drop);
  await expect(importInto(path, target)).rejects.toThrow(
    /The archive was written at migration 114 .*Bring both servers to the same version/,
  );
  const older = await copyFilled('delete from hub.migration where version > 70');
  await exportAsThen(path, older);
  await expect(importInto(path, target)).rejects.toThrow(
    /The archive is from before the first release: its last migration is 0070_file_objects\.sql/,
  );
});
