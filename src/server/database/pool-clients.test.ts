import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { connect } from './db.ts';
import { planAnew } from './pool-clients.ts';

test('statements are prepared by name, but for those that are planned anew', async () => {
  const made = await createTestDatabase();
  const database = connect(made.appUrl, { poolSize: 1 });
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  const kept = 'select $1::integer as number';
  for (const text of [kept, `${kept} ${planAnew}`]) {
    for (const number of [1, 2]) {
      expect((await database.pool.query(text, [number])).rows).toEqual([{ number }]);
    }
  }
  const prepared = await database.pool.query('select statement from pg_prepared_statements');
  expect(prepared.rows).toEqual([{ statement: kept }]);
});
