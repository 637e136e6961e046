import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { seedChapter } from '../../app/server/seed/seed.ts';
import { exportChapter } from '../../app/testing/chapters-between-hubs.ts';
import { createTestDatabase, withClient } from '../../app/testing/database.ts';
import { temporaryFolder } from '../../app/testing/temporary-folder.ts';

test('what a killed export left keeps no other from being written', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await seedChapter(database, { members: 1, expenses: 0, events: 0, transactions: 0 });
  const { rows } = await withClient(database.ownerUrl, (client) =>
    client.query('select id, name from hub.chapter'),
  );
  const folder = await temporaryFolder();
  const path = join(folder, 'chapter.zip');
  await writeFile(`${path}.part`, 'half');
  expect((await exportChapter(path, rows[0].id, database)).chapter.name).toBe(rows[0].name);
  expect(await readdir(folder)).toEqual(['chapter.zip', 'chapter.zip.part']);
});

test('the limits of a role that serves behind a pooler do not cut an export off', {
  tags: ['all'],
}, async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await seedChapter(database, { members: 1, expenses: 0, events: 0, transactions: 0 });
  await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query('select id, name from hub.chapter');
    await client.query(`do $$ begin
      execute format('alter role %I in database %I set statement_timeout = 300', current_user, current_database());
    end $$`);
    // The export waits for it as for a long chain of records.
    await client.query('begin; lock table hub.audit_head');
    const path = join(await temporaryFolder(), 'chapter.zip');
    const exporting = exportChapter(path, rows[0].id, database);
    exporting.catch(() => {});
    await sleep(1_500);
    await client.query('rollback');
    expect((await exporting).chapter.name).toBe(rows[0].name);
  });
});
