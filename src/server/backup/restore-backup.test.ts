import { expect, onTestFinished, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { createTestDatabase, withClient } from '../../app/testing/database.ts';
import { temporaryFolder } from '../../app/testing/temporary-folder.ts';
import { restoreBackup } from './restore-backup.ts';
import { leftOut } from './tables-of-backup.ts';
import { writeBackup } from './write-backup.ts';

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00Z'));
const log = { info: () => {}, warn: () => {} };

async function createDatabase(isMigrated: boolean) {
  const database = await createTestDatabase({ isMigrated });
  onTestFinished(database.drop);
  return database;
}

test('a backup with a table that is left out today is restored without it', {
  tags: ['all'],
}, async () => {
  const source = await createDatabase(true);
  await withClient(source.ownerUrl, (client) =>
    client.query(`insert into auth.attempt (key, count, ends_at) values ('a key', 1, now())`),
  );
  const today = leftOut as string[];
  const at = today.indexOf('auth.attempt');
  today.splice(at, 1);
  const { path, manifest } = await writeBackup(source.ownerUrl, {
    folder: await temporaryFolder(),
    hubVersion: '1.2.3',
    now,
    readElsewhere: () => undefined,
  }).finally(() => today.splice(at, 0, 'auth.attempt'));
  expect(manifest.tables).toContainEqual(
    expect.objectContaining({ name: 'auth.attempt', rows: 1 }),
  );
  const { ownerUrl } = await createDatabase(false);
  const { differences } = await restoreBackup(path, { ownerUrl, appRole: undefined, log, now });
  expect(differences).toEqual([]);
  await withClient(ownerUrl, async (client) => {
    expect((await client.query('select from auth.attempt')).rows).toEqual([]);
  });
});

test('a row that the database refuses while others follow is what the restore fails with', async () => {
  const source = await createDatabase(true);
  await withClient(source.ownerUrl, (client) =>
    client.query(`
      alter table auth.account drop constraint account_email_check;
      insert into auth.account (id, name, is_email_verified, email)
      select lpad(n::text, 6, '0'), 'Olga', true, case when n = 1 then 'Olga' else 'olga' end || n
      from generate_series(1, 30000) n`),
  );
  const { path } = await writeBackup(source.ownerUrl, {
    folder: await temporaryFolder(),
    hubVersion: '1.2.3',
    now,
    readElsewhere: () => undefined,
  });
  const { ownerUrl } = await createDatabase(false);
  const restored = restoreBackup(path, { ownerUrl, appRole: undefined, log, now });
  await expect(restored).rejects.toThrow(/account_email_check/);
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from auth.account');
    expect(rows).toEqual([{ count: 0 }]);
  });
});
