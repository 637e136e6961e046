import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../app/testing/database.ts';
import { copyRows, openCopy } from './copy-rows.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('create temp table positive (n int check (n > 0))');
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const sql = 'copy positive (n) from stdin';
const refusal = /violates check constraint/;

test('what is refused between two writes fails the next one, and the connection goes on', async () => {
  const copy = openCopy(client, sql);
  await copy.write(Buffer.from('1\n-1\n'));
  await refused();
  await expect(copy.write(Buffer.from('2\n'))).rejects.toThrow(refusal);
  expect((await client.query('select 1 as it')).rows).toEqual([{ it: 1 }]);
});

test('what is refused after the last write fails the end', async () => {
  const copy = openCopy(client, sql);
  await copy.write(Buffer.from('-1\n'));
  await refused();
  await expect(copy.end()).rejects.toThrow(refusal);
});

test('a refusal ends the sending of rows that come slowly', async () => {
  let sent = 0;
  async function* rows() {
    for (; sent < 1_000; sent += 1) {
      yield Buffer.from(sent === 10 ? '-1\n' : '1\n'.repeat(20_000));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  await expect(copyRows(client, sql, rows())).rejects.toThrow(refusal);
  expect(sent).toBeLessThan(1_000);
});

/** The connection answers again once the rows were refused. */
async function refused(): Promise<void> {
  await client.query('select 1');
}
