import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase, withClient } from '#app/testing/database.ts';
import { CommandError } from '../config/command-error.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { installationRoot } from '../config/paths.ts';
import { migrate } from './migrate.ts';
import { migrateDatabase, openAnyDatabase, openOrCreateDatabase } from './open-database.ts';

const log = createLog('silent');

async function emptyDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase({ isMigrated: false });
  onTestFinished(made.drop);
  return made;
}

test('a configured database is migrated by one role and served by the other', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  const config = readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  const database = await openOrCreateDatabase(config, log);
  try {
    expect(await database.pendingMigrations()).toEqual([]);
    expect(await database.db.selectFrom('chapter').selectAll().execute()).toEqual([]);
    await expect(database.pool.query('create table hub.mine ()')).rejects.toThrow('denied');
  } finally {
    await database.close();
  }
  expect(await migrateDatabase(config, log)).toEqual([]);
});

test('a role that may not migrate causes an error for the operator', async () => {
  const { appUrl } = await emptyDatabase();
  const config = readConfig({ DATABASE_URL: appUrl });
  for (const open of [openOrCreateDatabase, migrateDatabase]) {
    await expect(open(config, log)).rejects.toThrow(CommandError);
    await expect(open(config, log)).rejects.toThrow("can't be used: permission denied");
  }
});

test('only an upgrade that fails says that the version before still starts', async () => {
  for (const upTo of [0, 101]) {
    const { ownerUrl } = await emptyDatabase();
    const config = readConfig({ DATABASE_URL: ownerUrl });
    if (upTo > 0) await migrate(ownerUrl, { log, upTo });
    await withClient(ownerUrl, (client) =>
      client.query('create schema if not exists hub; create table hub.chapter ()'),
    );
    const failure = await migrateDatabase(config, log).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'failed' });
    const message = 'The version that ran on the database before still starts.';
    expect([upTo, String(failure).includes(message)]).toEqual([upTo, upTo > 0]);
  }
});

test('an unreachable database is reported without its password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://hub:hunter2@127.0.0.1:1/hub' });
  const failure = await openAnyDatabase(config, log).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect(String(failure)).toContain('127.0.0.1:1');
  expect(String(failure)).not.toContain('hunter2');
});

const readText = (path: string) => readFileSync(join(installationRoot, path), 'utf8');

test.each([
  ['the guide', () => /```sql\n([^`]+)```/.exec(readText('docs/operate.md'))?.[1] ?? ''],
  [
    'the container’s PostgreSQL',
    () =>
      readText('deploy/container/create-roles.sql')
        .replace(/^(?:--|\\set ).*\n/gm, '')
        .replace(/:('\w+')/g, '$1'),
  ],
])('the roles of %s migrate and serve, each with its own rights', async (_where, read) => {
  const suffix = randomBytes(4).toString('hex');
  const statements = read()
    .replace(/\bhub(_owner|_app)?\b/g, (name) => `${name}_${suffix}`)
    .split(';')
    .filter((statement) => statement.trim() !== '');
  expect(statements).toHaveLength(5);
  const templateUrl = inject('templateUrl');
  const urlFor = (role: string) =>
    templateUrl.replace(/\/\/[^@]*@\/\w+\?/, `//${role}_${suffix}@/hub_${suffix}?`);
  await withClient(templateUrl, async (client) => {
    try {
      for (const statement of statements) await client.query(statement);
      const config = readConfig({
        DATABASE_URL: urlFor('hub_app'),
        MIGRATION_DATABASE_URL: urlFor('hub_owner'),
      });
      await migrateDatabase(config, log);
      const database = await openAnyDatabase(config, log);
      try {
        expect(await database.db.selectFrom('chapter').selectAll().execute()).toEqual([]);
        await expect(database.pool.query('create table hub.mine ()')).rejects.toThrow('denied');
      } finally {
        await database.close();
      }
    } finally {
      await client.query(`drop database if exists hub_${suffix} with (force)`);
      for (const role of ['hub_app', 'hub_owner']) {
        await client.query(`drop role if exists ${role}_${suffix}`);
      }
    }
  });
});
