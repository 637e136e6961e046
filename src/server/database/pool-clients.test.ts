import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { connect, type Database } from './db.ts';
import { planAnew } from './pool-clients.ts';

async function connectOnce(options?: { maxLifetimeSeconds: number }): Promise<Database['pool']> {
  const made = await createTestDatabase();
  const database = connect(made.appUrl, { poolSize: 1, ...options });
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  return database.pool;
}

async function listPrepared(pool: Database['pool']): Promise<{ statement: string }[]> {
  return (await pool.query('select statement from pg_prepared_statements')).rows;
}

test('statements are prepared by name, but for those that are planned anew', async () => {
  const pool = await connectOnce();
  const kept = 'select $1::integer as number';
  for (const text of [kept, `${kept} ${planAnew}`]) {
    for (const number of [1, 2]) {
      expect((await pool.query(text, [number])).rows).toEqual([{ number }]);
    }
  }
  expect(await listPrepared(pool)).toEqual([{ statement: kept }]);
});

test('a name is of its statement, on every connection', async () => {
  const pool = await connectOnce();
  const readNames = async () =>
    (await pool.query('select name, statement from pg_prepared_statements order by statement'))
      .rows;
  const [one, other] = ['select $1::integer as one', 'select $1::integer as other'];
  for (const text of [one, other]) await pool.query(text, [1]);
  const names = await readNames();
  (await pool.connect()).release(true);
  for (const text of [other, one]) await pool.query(text, [1]);
  expect(await readNames()).toEqual(names);
});

test('when the names are used up, statements go without one until the connection is replaced', async () => {
  const pool = await connectOnce();
  for (let number = 1; number <= 500; number++) {
    await pool.query(`select $1::integer as n${number}`, [number]);
  }
  const late = 'select $1::integer as late';
  expect((await pool.query(late, [1])).rows).toEqual([{ late: 1 }]);
  expect(await listPrepared(pool)).toHaveLength(500);

  (await pool.connect()).release(true);
  await pool.query(late, [1]);
  expect(await listPrepared(pool)).toEqual([{ statement: late }]);
});

test('a connection in use all the time is replaced, too', async () => {
  const pool = await connectOnce({ maxLifetimeSeconds: 1 });
  const readPid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const first = await readPid();
  await expect.poll(readPid, { timeout: 20_000 }).not.toBe(first);
});
