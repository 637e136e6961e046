/**
 * Upgrading from the baseline and every migration after it. One database grows through all of them; at each version a
 * chapter is added as servers of that version wrote it, so every later migration meets its data. A copy of the
 * baseline is upgraded to the newest at once.
 */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { readChapterTables } from '#server/chapter-archive/chapter-tables.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import { migrationsFolder } from '#server/config/paths.ts';
import { describeSchema } from '#server/database/baseline/describe-schema.ts';
import { selectBaseline } from '#server/database/baseline/replace-earlier.ts';
import { migrate, pendingMigrations } from '#server/database/migrate.ts';
import { readMigrationFiles } from '#server/database/migration-files.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';
import { idAt, statementsAt, thingsAt } from './earlier-chapters.ts';
import { readRows } from './read-rows.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Computed again from the others, which a migration may do in another way. */
const derived = [
  'hub.audit_head',
  'hub.audit_proof',
  'hub.audit_seal',
  'hub.expense_figure',
  'hub.expense_figure_change',
  'hub.proof',
];

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));
const options = { log: { info: () => {}, warn: () => {} }, appRole: APP_ROLE };
let database: TestDatabase;
let client: pg.Client;
/** The baseline and what came later. */
let versions: readonly number[];
let newest: number;
/** Rows by version and table, as soon as they were written. */
const written = new Map<number, Record<string, number>>();
let atBaseline: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  const files = await readMigrationFiles(migrationsFolder);
  versions = files.slice(selectBaseline(files).length - 1).map(({ version }) => version);
  newest = versions.at(-1) ?? 0;
  client = await connect();
  for (const version of versions) {
    await migrate(database.ownerUrl, { ...options, upTo: version });
    await fillAt(version);
    written.set(version, await countRows(version));
    if (version !== versions[0]) continue;
    // A database in use is not copied.
    await client.end();
    atBaseline = await createTestDatabase({ copyOf: database });
    client = await connect();
  }
  // Seals the audit logs, as the server does.
  await checkAudit(database.ownerUrl, now);
});
afterAll(async () => {
  await client?.end();
  await Promise.all([database, atBaseline].map((made) => made?.drop()));
});

async function connect(): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: database.ownerUrl, application_name: 'a test' });
  await owner.connect();
  return owner;
}

async function fillAt(version: number): Promise<void> {
  await client.query('begin');
  for (const statement of statementsAt(version)) {
    await client.query(statement).catch((error: Error) => {
      throw new Error(`at version ${version}: ${error.message} in ${statement}`);
    });
  }
  await client.query('commit');
}

/** The rows of that version's chapter, by table; tables without any are left out. */
async function countRows(version: number): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'hub' and c.relkind = 'r' and a.attname = 'chapter_id' and not a.attisdropped
    order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as rows from ${name} where chapter_id = ${idAt(version, 'chapter')}`,
    );
    if (rows[0].rows > 0) counts[name] = rows[0].rows;
  }
  return counts;
}

test('no migration takes or doubles a row that an earlier version wrote', async () => {
  for (const [version, before] of written) {
    const after = await countRows(version);
    for (const [table, rows] of Object.entries(before)) {
      if (!derived.includes(table))
        expect([version, table, after[table]]).toEqual([version, table, rows]);
    }
  }
});

test('what each version wrote is there after all later migrations', async () => {
  expect(await pendingMigrations(client)).toEqual([]);
  for (const version of versions) {
    for (const { table, id } of thingsAt(version)) {
      const { rowCount } = await client.query(`select from ${table} where id = ${id}`);
      expect([version, table, rowCount]).toEqual([version, table, 1]);
    }
  }
});

test('what each version wrote is found as the newest version folds it', async () => {
  // By the index, which holds what was folded when it was made.
  await client.query('set enable_seqscan = off');
  for (const found of [
    `hub.wallet where hub.folded(coalesce(name, '')) like '%trips%'`,
    `hub.member where words_for_members like '%member ada%'`,
  ]) {
    const { rowCount } = await client.query(`select from ${found} and chapter_id is not null`);
    expect([found, rowCount]).toEqual([found, versions.length]);
  }
});

test('every figure adds up, and every audit log is whole', async () => {
  expect(await checkFigures(database.ownerUrl, now)).toEqual([]);
  const { breaks, heads } = await checkAudit(database.ownerUrl, now);
  expect(breaks).toEqual([]);
  expect(heads.length).toBe(versions.length);
});

const empty: readonly string[] = [
  // Waits for the server's next sum of changes.
  'hub.expense_figure_change',
  // Only where an operator explained a difference.
  'hub.reconciliation_explanation',
];

test('a chapter of the newest version has rows in every table, except those named here', async () => {
  const found: string[] = [];
  for (const { name, chapterColumn } of await readChapterTables(client)) {
    const { rowCount } = await client.query(
      `select from ${name} where ${chapterColumn} = ${idAt(newest, 'chapter')} limit 1`,
    );
    if (rowCount === 0) found.push(name);
  }
  expect(found.sort()).toEqual(empty);
});

test('an upgrade that fails halfway leaves everything to the version before', async () => {
  const { ownerUrl } = await copyBaseline();
  await migrate(ownerUrl, options);
  const dir = await temporaryFolder();
  await cp(migrationsFolder, dir, { recursive: true });
  for (const [index, sql] of ['drop table hub.home_visit;', 'select 1 / 0;'].entries()) {
    await writeFile(join(dir, `${String(newest + 1 + index).padStart(4, '0')}_next.sql`), sql);
  }
  await withClient(ownerUrl, async (owner) => {
    const read = async () => [await describeSchema(owner), await readRows(owner)];
    const before = await read();
    await expect(migrate(ownerUrl, { ...options, dir })).rejects.toThrow(
      /^0\d+_next\.sql failed: division by zero/,
    );
    expect(await read()).toEqual(before);
    expect(await pendingMigrations(owner)).toEqual([]);
    expect(await migrate(ownerUrl, options)).toEqual({ applied: [] });
  });
});

test('what the baseline held becomes the same at once as by one migration at a time', async () => {
  const { ownerUrl } = await copyBaseline();
  const grown = await readRows(client);
  await withClient(ownerUrl, async (owner) => {
    const before = await readRows(owner);
    const { applied } = await migrate(ownerUrl, options);
    expect(applied).toHaveLength(versions.length - 1);
    expect(await describeSchema(owner)).toEqual(await describeSchema(client));
    const { rows: chapters } = await owner.query<{ id: string }>('select id from hub.chapter');
    const ofChapters = new Set(chapters.map(({ id }) => id));
    for (const [table, rows] of await readRows(owner)) {
      if (derived.includes(table)) continue;
      const others = grown.get(table) ?? [];
      expect([table, subtract(rows, others)]).toEqual([table, []]);
      const expected = others.filter((row) => ofChapters.has(JSON.parse(row).chapter_id));
      expect([table, subtract(expected, rows)]).toEqual([table, []]);
      expect(rows.length, table).toBeGreaterThanOrEqual(before.get(table)?.length ?? 0);
    }
  });
  expect(await checkFigures(ownerUrl, now)).toEqual([]);
  expect((await checkAudit(ownerUrl, now)).breaks).toEqual([]);
});

function subtract(rows: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row));
}

/** One for each test, since it is upgraded. */
async function copyBaseline(): Promise<TestDatabase> {
  const copy = await createTestDatabase({ copyOf: atBaseline });
  onTestFinished(copy.drop);
  return copy;
}
