/** Holds the schema to its law: every key of a chapter's data leads with chapter_id. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#app/testing/database.ts';
import { APP_ROLE } from '../postgres/cluster.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Not a chapter's data: the chapters themselves, the installation, laws, and who may sign in where. */
const acrossChapters = [
  'account_chapter',
  'backup',
  'chapter',
  'installation',
  'installation_admin',
  'ledger_kind',
  'migration',
  'setup_link',
];

test('keys and indexes of chapter tables start with chapter_id', async () => {
  const { rows } = await client.query(`
    select c.relname as table, i.indexrelid::regclass::text as index, a.attname as leads
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'hub'
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relkind in ('r', 'p')`);
  const strays = rows.filter(
    (row) => !acrossChapters.includes(row.table) && row.leads !== 'chapter_id',
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(strays).toEqual([]);
});

test('foreign keys between chapter tables start with chapter_id on both sides', async () => {
  const { rows } = await client.query(`
    select c.conname as key, c.conrelid::regclass::text as from, f.attname as leads, t.attname as onto
    from pg_constraint c
    join pg_class own on own.oid = c.conrelid
    join pg_namespace n on n.oid = own.relnamespace and n.nspname = 'hub'
    join pg_class other on other.oid = c.confrelid
    join pg_namespace m on m.oid = other.relnamespace and m.nspname = 'hub'
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and own.relname <> 'account_chapter'`);
  const strays = rows.filter(
    (row) => row.leads !== 'chapter_id' || !['chapter_id', 'id'].includes(row.onto),
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(strays).toEqual([]);
});

test('every table has a primary key, and every chapter table has chapter_id', async () => {
  const { rows } = await client.query(`
    select c.relname as table,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as has_key,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'chapter_id') as has_chapter
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'hub' and c.relkind in ('r', 'p')`);
  expect(rows.filter((row) => !row.has_key)).toEqual([]);
  expect(rows.filter((row) => !row.has_chapter && !acrossChapters.includes(row.table))).toEqual([]);
});

test('the server’s role can change neither the schema nor the ledger', async () => {
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  try {
    for (const statement of [
      'create table hub.mine (id int)',
      'create schema mine',
      'create table public.mine (id int)',
      'alter table hub.member add column x int',
      'drop table hub.audit',
      'update hub.audit set action = action',
      'delete from hub.audit',
      'insert into hub.audit (xid) values (default)',
      'insert into hub.audit_seal select * from hub.audit_seal',
      'update hub.audit_head set seq = 0',
      'insert into hub.migration select * from hub.migration',
    ]) {
      await expect(app.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  } finally {
    await app.end();
  }
});

test('only the server’s own functions run with their owner’s rights', async () => {
  const { rows } = await client.query(`
    select p.proname as name
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('hub', 'auth')
    where p.prosecdef and has_function_privilege('${APP_ROLE}', p.oid, 'execute')
    order by p.proname`);
  expect(rows.map((row) => row.name)).toEqual([
    'add_to_wallets',
    'analyze_tables',
    'check_audit',
    'check_figures',
    'erase_from_audit',
    'erase_member',
    'ledger_lock',
    'ledger_post',
    'ledger_record',
    'ledger_reverse',
    'lock_balances',
    'record_payments',
    'seal_audit',
    'seal_erasure',
  ]);
});
