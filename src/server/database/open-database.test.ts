import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#app/testing/database.ts';
import { CommandError } from '../config/command-error.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { migrateDatabase, openAnyDatabase } from './open-database.ts';

const log = createLog('silent');

async function emptyDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase({ isMigrated: false });
  onTestFinished(made.drop);
  return made;
}

test('a configured database is migrated by one role and served by the other', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  const config = readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  const database = await openAnyDatabase(config, log);
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
  for (const open of [openAnyDatabase, migrateDatabase]) {
    await expect(open(config, log)).rejects.toThrow(CommandError);
    await expect(open(config, log)).rejects.toThrow("can't be used: permission denied");
  }
});

test('an unreachable database is reported without its password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://hub:hunter2@127.0.0.1:1/hub' });
  const failure = await openAnyDatabase(config, log).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect(String(failure)).toContain('127.0.0.1:1');
  expect(String(failure)).not.toContain('hunter2');
});
