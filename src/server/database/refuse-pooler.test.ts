import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { hasPgBouncer, startPgBouncer } from '#app/testing/pgbouncer.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { connect } from './db.ts';
import { openAnyDatabase } from './open-database.ts';
import { refusePooler } from './refuse-pooler.ts';

const log = createLog('silent');

async function openBehind(
  mode: 'transaction' | 'session',
  extra: string,
  statements: string[] = [],
) {
  const made = await createTestDatabase();
  onTestFinished(made.drop);
  const owner = connect(made.ownerUrl, { poolSize: 1 });
  const [, role = '', name = ''] = /\/\/(\w+)@\/(\w+)/.exec(made.appUrl) ?? [];
  for (const statement of statements) {
    await sql.raw(`alter role ${role} in database ${name} set ${statement}`).execute(owner.db);
  }
  await owner.close();
  const bouncer = await startPgBouncer(made.appUrl, mode, extra);
  onTestFinished(bouncer.close);
  const config = readConfig({ DATABASE_URL: bouncer.url, MIGRATION_DATABASE_URL: made.ownerUrl });
  const database = await openAnyDatabase(config, log);
  await database.close();
}

const ignoring = 'ignore_startup_parameters = options';
const asSettings = ["search_path = 'hub'", "timezone = 'UTC'", "statement_timeout = '5s'"];

test('a database reached directly is no pooler', async () => {
  const made = await createTestDatabase();
  const database = connect(made.appUrl);
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  await refusePooler(database.pool);
});

describe.skipIf(!hasPgBouncer)('a pooler is refused by name', () => {
  test('that refuses startup options', async () => {
    await expect(openBehind('transaction', '')).rejects.toThrow('PgBouncer');
  });
  test('that ignores startup options', async () => {
    await expect(openBehind('transaction', ignoring)).rejects.toThrow('PgBouncer');
    await expect(openBehind('session', ignoring)).rejects.toThrow('PgBouncer');
  });
  test('that changes connections between transactions, with the settings of the role', async () => {
    await expect(openBehind('transaction', ignoring, asSettings)).rejects.toThrow('PgBouncer');
  });
  test('but not one in session mode, with the settings of the role', async () => {
    await openBehind('session', ignoring, asSettings);
  });
});
