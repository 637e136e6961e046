/**
 * Upgrading from every migration ever landed. One database grows through all of them; at each version a
 * chapter is added as servers of that version wrote it, so every later migration meets its data.
 * Copies of earlier versions of it are upgraded to the newest at once.
 */
import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { readChapterTables } from '#server/chapter-archive/chapter-tables.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import { migrationsFolder } from '#server/config/paths.ts';
import { migrate, pendingMigrations } from '#server/database/migrate.ts';
import { readMigrationFiles } from '#server/database/migration-files.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';
import { describeSchema } from './describe-schema.ts';
import { statementsAt, thingsAt } from './earlier-chapters.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Computed again from the others, which a migration may do in another way. */
const derived = [
  'hub.audit_head',
  'hub.audit_seal',
  'hub.expense_figure',
  'hub.expense_figure_change',
];

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));
const options = { log: { info: () => {}, warn: () => {} }, appRole: APP_ROLE };
const copied = [1, 20, 40, 60];

let database: TestDatabase;
let client: pg.Client;
let newest: number;
/** Rows by version and table, as soon as they were written. */
const written = new Map<number, Record<string, number>>();
const copies = new Map<number, TestDatabase>();
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  newest = (await readMigrationFiles(migrationsFolder)).length;
  client = await connect();
  for (let version = 1; version <= newest; version += 1) {
    await migrate(database.ownerUrl, { ...options, upTo: version });
    await fillAt(version);
    written.set(version, await countRows(version));
    if (!copied.includes(version)) continue;
    // A database in use is not copied.
    await client.end();
    copies.set(version, await createTestDatabase({ copyOf: database }));
    client = await connect();
  }
  // Seals the audit logs, as the server does.
  await checkAudit(database.ownerUrl, now);
});
afterAll(async () => {
  await client?.end();
  await Promise.all([database, ...copies.values()].map((made) => made?.drop()));
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
      `select count(*)::int as rows from ${name} where chapter_id = md5('chapter ${version}')::uuid`,
    );
    if (rows[0].rows > 0) counts[name] = rows[0].rows;
  }
  return counts;
}

/** What a migration takes from its time or transaction. */
const momentary = ['applied_at', 'created_on', 'updated_on', 'xid'];

async function readRows(owner: pg.Client): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('auth', 'hub', 'jobs') order by 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [momentary],
    );
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
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
  for (let version = 1; version <= newest; version += 1) {
    for (const { table, id } of thingsAt(version)) {
      const { rowCount } = await client.query(`select from ${table} where id = ${id}`);
      expect([version, table, rowCount]).toEqual([version, table, 1]);
    }
  }
});

test('the chapter that was the oldest when the first was noted is the first', async () => {
  const { rows } = await client.query(
    `select value = (select id::text from hub.chapter where name = any ($1) order by created_at, id limit 1) as it
    from hub.installation where key = 'first_chapter'`,
    [Array.from({ length: 74 }, (_, index) => `Chapter ${index + 1}`)],
  );
  expect(rows).toEqual([{ it: true }]);
});

test('every figure adds up, and every audit log is whole', async () => {
  expect(await checkFigures(database.ownerUrl, now)).toEqual([]);
  const { breaks, heads } = await checkAudit(database.ownerUrl, now);
  expect(breaks).toEqual([]);
  expect(heads.length).toBe(newest - 1);
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
      `select from ${name} where ${chapterColumn} = md5('chapter ${newest}')::uuid limit 1`,
    );
    if (rowCount === 0) found.push(name);
  }
  expect(found.sort()).toEqual(empty);
});

test('an upgrade that fails halfway leaves everything to the version before', async () => {
  const { ownerUrl } = await copyAt(60);
  const [oldFiles, newFiles] = [await temporaryFolder(), await temporaryFolder()];
  for (const { version, name } of await readMigrationFiles(migrationsFolder)) {
    await cp(join(migrationsFolder, name), join(newFiles, name));
    if (version <= 60) await cp(join(migrationsFolder, name), join(oldFiles, name));
    if (version === 68) await appendFile(join(newFiles, name), '\nselect 1 / 0;');
  }
  await withClient(ownerUrl, async (owner) => {
    const read = async () => [await describeSchema(owner), await readRows(owner)];
    const before = await read();
    await expect(migrate(ownerUrl, { ...options, dir: newFiles })).rejects.toThrow(
      /^0068_.*division by zero/,
    );
    expect(await read()).toEqual(before);
    expect(await pendingMigrations(owner, oldFiles)).toEqual([]);
    expect(await migrate(ownerUrl, { ...options, dir: oldFiles })).toEqual({ applied: [] });
  });
});

test.each(copied)(
  'what version %i left becomes the same at once as by one migration at a time',
  async (version) => {
    const { ownerUrl } = await copyAt(version);
    const grown = await readRows(client);
    await withClient(ownerUrl, async (owner) => {
      const before = await readRows(owner);
      const { applied } = await migrate(ownerUrl, options);
      expect(applied).toHaveLength(newest - version);
      expect(await describeSchema(owner)).toEqual(await describeSchema(client));
      const { rows: chapters } = await owner.query<{ id: string }>('select id from hub.chapter');
      const ofChapters = new Set(chapters.map(({ id }) => id));
      for (const [table, rows] of await readRows(owner)) {
        // Which chapter is the first depends on which there are.
        if (derived.includes(table) || table === 'hub.installation') continue;
        const others = grown.get(table) ?? [];
        expect([table, subtract(rows, others)]).toEqual([table, []]);
        const expected = others.filter((row) => ofChapters.has(JSON.parse(row).chapter_id));
        expect([table, subtract(expected, rows)]).toEqual([table, []]);
        expect(rows.length, table).toBeGreaterThanOrEqual(before.get(table)?.length ?? 0);
      }
    });
    expect(await checkFigures(ownerUrl, now)).toEqual([]);
    expect((await checkAudit(ownerUrl, now)).breaks).toEqual([]);
  },
);

function subtract(rows: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row));
}

/** A copy of its own for each test, since it is upgraded. */
async function copyAt(version: number): Promise<TestDatabase> {
  const kept = copies.get(version);
  if (kept === undefined) throw new Error(`no copy of version ${version}`);
  const copy = await createTestDatabase({ copyOf: kept });
  onTestFinished(copy.drop);
  return copy;
}
