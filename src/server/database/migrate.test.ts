import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { APP_ROLE } from '../postgres/cluster.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const quiet = { info: () => {}, warn: () => {} };

test('migrations are applied once, in order, and reported', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_first.sql': 'create table hub.first (id int)',
    '0002_second.sql': 'create table hub.second as select id from hub.first;',
  });
  const applied = ['0001_first.sql', '0002_second.sql'];
  expect(await migrate(ownerUrl, { dir, log: quiet })).toEqual({ applied });
  expect(await migrate(ownerUrl, { dir, log: quiet })).toEqual({ applied: [] });
  const rows = await query(ownerUrl, 'select version, name from hub.migration order by version');
  expect(rows).toEqual(applied.map((name, index) => ({ version: index + 1, name })));
});

test('the app role gets what the migrations grant, without DDL, and can read what is pending', async () => {
  const { ownerUrl, appUrl, dir } = await emptyDatabase({
    '0001_one.sql': 'create table hub.one (id int); grant select, insert on hub.one to :app_role;',
  });
  expect(await withClient(appUrl, (client) => pendingMigrations(client, dir))).toEqual([
    '0001_one.sql',
  ]);
  await migrate(ownerUrl, { dir, log: quiet, appRole: APP_ROLE });
  expect(await withClient(appUrl, (client) => pendingMigrations(client, dir))).toEqual([]);
  await query(appUrl, 'insert into hub.one values (1)');
  for (const refused of [
    'delete from hub.one',
    'drop table hub.one',
    'alter table hub.one add column more int',
    'create table hub.two (id int)',
    'truncate hub.migration',
    `insert into hub.migration values (2, '0002_x.sql', '', now())`,
  ]) {
    await expect(query(appUrl, refused)).rejects.toMatchObject({ code: '42501' });
  }
});

test('grants go to the owner without an app role, and an unknown role is refused', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_one.sql': 'create table hub.one (id int); grant select on hub.one to :app_role;',
  });
  await expect(
    migrate(ownerUrl, { dir, log: quiet, appRole: 'nobody"; drop schema hub; --' }),
  ).rejects.toMatchObject({ code: 'unknown_role' });
  expect((await migrate(ownerUrl, { dir, log: quiet })).applied).toHaveLength(1);
});

test('a role name is always quoted', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_one.sql': `create table hub.one (word text default 'a'::text);
      grant select on hub.one to :app_role;`,
  });
  const role = `odd "role" $& ${process.pid}`;
  await query(ownerUrl, `create role ${pg.escapeIdentifier(role)}`);
  onTestFinished(async () => {
    await query(ownerUrl, `drop owned by ${pg.escapeIdentifier(role)}`);
    await query(ownerUrl, `drop role ${pg.escapeIdentifier(role)}`);
  });
  await migrate(ownerUrl, { dir, log: quiet, appRole: role });
  const [row] = await query(
    ownerUrl,
    `select has_table_privilege(rolname, 'hub.one', 'select') as may from pg_roles
      where rolname like 'odd%'`,
  );
  expect(row?.may).toBe(true);
});

test('a first start that fails leaves nothing, and the next one applies all', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_good.sql': 'create table hub.good (id int);',
    '0002_bad.sql': 'create table hub.half (id int);\n\nselect 1/0 from hub.nowhere;',
    '0003_later.sql': 'create table hub.later (id int);',
  });
  const refusal = migrate(ownerUrl, { dir, log: quiet });
  await expect(refusal).rejects.toMatchObject({ code: 'failed' });
  await expect(refusal).rejects.toThrow(/^0002_bad\.sql failed at line 3: .*hub\.nowhere/);
  expect(await tables(ownerUrl)).toEqual([]);
  await writeFile(join(dir, '0002_bad.sql'), 'create table hub.whole (id int);');
  expect((await migrate(ownerUrl, { dir, log: quiet })).applied).toHaveLength(3);
});

test('an upgrade that fails takes back all its migrations, and the old version still starts', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_old.sql': 'create table hub.old (id int);',
  });
  await migrate(ownerUrl, { dir, log: quiet });
  const old = await temporaryFolder();
  await cp(dir, old, { recursive: true });
  await writeFile(join(dir, '0002_good.sql'), 'drop table hub.old;');
  await writeFile(join(dir, '0003_bad.sql'), 'select 1/0;');
  await writeFile(join(dir, '0004_later.sql'), 'select 1;');
  await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toThrow(
    '0003_bad.sql failed: division by zero. All migrations of this run are rolled back.',
  );
  expect(await tables(ownerUrl)).toEqual(['migration', 'old']);
  expect(await withClient(ownerUrl, (client) => pendingMigrations(client, old))).toEqual([]);
  expect(await migrate(ownerUrl, { dir: old, log: quiet })).toEqual({ applied: [] });
});

test('a migration finds neither the search path nor the postponed checks of the one before it', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_before.sql': `create table hub.part (id int primary key,
        part_of int references hub.part deferrable initially deferred);
      insert into hub.part values (1, 1);
      select set_config('search_path', 'hub', true);`,
    '0002_after.sql': `alter table hub.part add column name text;
      create table hub.seen as select current_setting('search_path') as path;`,
  });
  await migrate(ownerUrl, { dir, log: quiet });
  const [usual] = await query(ownerUrl, `select current_setting('search_path') as path`);
  expect(await query(ownerUrl, 'select path from hub.seen')).toEqual([usual]);
});

test('a migration whose record cannot be written is rolled back', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_odd.sql': `create table hub.odd (id int);
      insert into hub.migration values (1, '0001_other.sql', '');`,
  });
  await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toMatchObject({ code: 'failed' });
  expect(await tables(ownerUrl)).toEqual([]);
});

test.each([
  'commit',
  'end',
  'abort',
  'rollback',
  'commit and chain',
  'rollback and chain',
  `prepare transaction 'mine'`,
])('a migration that says “%s” fails, and nothing of the others is kept or lost', async (end) => {
  const { ownerUrl, dir } = await emptyDatabase({ '0001_old.sql': 'create table hub.old ();' });
  await migrate(ownerUrl, { dir, log: quiet });
  await writeFile(join(dir, '0002_before.sql'), 'create table hub.before ();');
  await writeFile(join(dir, '0003_ends.sql'), `create table hub.ended (); ${end}; select 1;`);
  await writeFile(join(dir, '0004_later.sql'), 'create table hub.later ();');
  await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toThrow(
    /^0003_ends\.sql failed: EXECUTE of transaction commands/,
  );
  expect(await tables(ownerUrl)).toEqual(['migration', 'old']);
});

test('the hint of a failure is reported', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_hint.sql': `do $$ begin
      raise 'out of memory' using detail = 'all of it', hint = 'You might need more.';
    end $$`,
  });
  await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toThrow(
    '0001_hint.sql failed: out of memory (all of it). You might need more. All migrations',
  );
});

const postponed = `create function hub.check_part() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()) where new.id = 2;
    raise 'no part';
  end $$;
  create table hub.part (id int);
  create constraint trigger part after insert on hub.part deferrable initially deferred
    for each row execute function hub.check_part();
  set constraints all deferred;`;

test.each([
  [1, 'failed', /^The migrations could not be committed: no part\. All migrations of this run are/],
  [2, 'unknown_outcome', /^The connection was lost .*: all of them are applied, or none\. Start/],
])('a commit that is refused, or cut off, is reported as such (%i)', async (id, code, message) => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_part.sql': `${postponed} insert into hub.part values (${id});`,
  });
  const refusal = migrate(ownerUrl, { dir, log: quiet });
  await expect(refusal).rejects.toMatchObject({ code });
  await expect(refusal).rejects.toThrow(message);
  expect(await tables(ownerUrl)).toEqual([]);
});

test('no limit of time that the database has ends an upgrade', async () => {
  const { ownerUrl, dir } = await emptyDatabase({ '0001_slow.sql': 'select pg_sleep(1);' });
  const [server] = await query(
    ownerUrl,
    `select current_setting('server_version_num')::int as version`,
  );
  const name = /@\/(\w+)/.exec(ownerUrl)?.[1];
  const limits = ['statement_timeout', 'transaction_timeout'].slice(
    0,
    Number(server?.version) < 170_000 ? 1 : 2,
  );
  for (const limit of limits)
    await query(ownerUrl, `alter database ${name} set ${limit} = '500ms'`);
  expect((await migrate(ownerUrl, { dir, log: quiet })).applied).toHaveLength(1);
});

test('changed, missing and late migrations and newer databases are refused', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_a.sql': 'create table hub.a (id int);',
    '0002_b.sql': 'create table hub.b (id int);',
  });
  await migrate(ownerUrl, { dir, log: quiet });
  const refusedWith = async (code: string) => {
    await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toMatchObject({ code });
    await expect(
      withClient(ownerUrl, (client) => pendingMigrations(client, dir)),
    ).rejects.toMatchObject({ code });
  };
  await writeFile(join(dir, '0002_b.sql'), 'create table hub.b (id int); -- late thought');
  await refusedWith('changed');
  await rm(join(dir, '0002_b.sql'));
  await refusedWith('newer_database');
  await writeFile(join(dir, '0002_c.sql'), 'create table hub.b (id int);');
  await refusedWith('missing');
  await query(ownerUrl, 'delete from hub.migration where version = 1');
  await writeFile(join(dir, '0002_b.sql'), 'create table hub.b (id int);');
  await rm(join(dir, '0002_c.sql'));
  await refusedWith('out_of_order');
  expect(await tables(ownerUrl)).toEqual(['a', 'b', 'migration']);
});

test.each([
  ['a gap', '0003_c.sql', 'select 1'],
  ['a number twice', '0001_b.sql', 'select 1'],
  ['a name out of form', '2_b.sql', 'select 1'],
])('%s among the files is refused before anything is applied', async (_, name, sql) => {
  const { ownerUrl, dir } = await emptyDatabase({ '0001_a.sql': 'select 1', [name]: sql });
  await expect(migrate(ownerUrl, { dir, log: quiet })).rejects.toMatchObject({ code: 'bad_file' });
  expect(await tables(ownerUrl)).toEqual([]);
});

test('a database in another encoding is refused with the way to make one', async () => {
  const { ownerUrl, dir } = await emptyDatabase({});
  const name = `ascii_${process.pid}`;
  await query(
    ownerUrl,
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
  );
  onTestFinished(async () => {
    await query(ownerUrl, `drop database ${name}`);
  });
  const url = ownerUrl.replace(/@\/\w+\?/, `@/${name}?`);
  await expect(migrate(url, { dir, log: quiet })).rejects.toMatchObject({
    code: 'other_encoding',
    message: expect.stringMatching(/encoded as SQL_ASCII.*createdb --encoding UTF8/),
  });
});

test('five concurrent runs apply every migration exactly once', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_slow.sql': 'create table hub.slow (id int); select pg_sleep(0.3);',
    '0002_next.sql': 'insert into hub.slow values (1);',
  });
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(ownerUrl, { dir, log: quiet })));
  expect(all.map(({ applied }) => applied.length).filter((count) => count > 0)).toEqual([2]);
  expect(await query(ownerUrl, 'select id from hub.slow')).toEqual([{ id: 1 }]);
});

test('a run killed during a migration leaves nothing, and the next one completes it', async () => {
  const { ownerUrl, dir } = await emptyDatabase({
    '0001_before.sql': 'create table hub.before (id int);',
    '0002_long.sql': 'create table hub.long (id int); select pg_sleep(600);',
  });
  // A server of the operator's own does not look after its callers unless it is asked to.
  const name = /@\/(\w+)/.exec(ownerUrl)?.[1];
  await query(ownerUrl, `alter database ${name} set client_connection_check_interval = 0`);
  const script = fileURLToPath(new URL('../../app/testing/migrate-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ownerUrl, dir], { stdio: 'ignore' });
  const isSleeping = `select 1 as one from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`;
  while ((await query(ownerUrl, isSleeping)).length === 0) await sleep(30);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Waiting for the killed process would take longer than a test may.
  await writeFile(join(dir, '0002_long.sql'), 'create table hub.long (id int);');
  expect((await migrate(ownerUrl, { dir, log: quiet })).applied).toEqual([
    '0001_before.sql',
    '0002_long.sql',
  ]);
  expect(await tables(ownerUrl)).toEqual(['before', 'long', 'migration']);
});

test('a second role is warned that the rights were granted to another', async () => {
  const { ownerUrl, dir } = await emptyDatabase({ '0001_a.sql': 'create table hub.a (id int);' });
  await migrate(ownerUrl, { dir, log: quiet });
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  await migrate(ownerUrl, { dir, log, appRole: APP_ROLE });
  await migrate(ownerUrl, { dir, log, appRole: APP_ROLE });
  expect(warnings).toHaveLength(1);
});

async function emptyDatabase(files: Record<string, string>) {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(database.drop);
  const dir = await temporaryFolder();
  for (const [name, sql] of Object.entries(files)) await writeFile(join(dir, name), sql);
  return { ...database, dir };
}

async function tables(url: string): Promise<unknown[]> {
  const rows = await query(
    url,
    `select tablename from pg_tables where schemaname = 'hub' order by tablename`,
  );
  return rows.map((row) => row.tablename);
}

function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(sql)).rows);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
