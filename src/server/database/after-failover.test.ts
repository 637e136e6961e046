/** Writes whose server ends their connections, or no longer takes writes, as in a failover. */
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';

let hub: TestHub;
let owner: pg.Client;
let maya: TestPerson;

beforeEach(async () => {
  hub = await startTestHub({ isHurried: true, poolSize: 3 });
  onTestFinished(hub.close);
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  const client = owner;
  onTestFinished(() => client.end());
  maya = await (await hub.chapter()).person('Maya Chen');
});

const addWallet = (headers: Record<string, string> = {}) =>
  maya.call(walletCalls.create, {
    body: { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' },
    headers,
  });

const countWallets = async () =>
  (await maya.call(walletCalls.list)).value().wallets.items.filter(({ name }) => name === 'Travel')
    .length;

/** From now on every new connection of the server's role only reads, as one to a standby does. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const [, role, name] = /\/\/(\w+)@\/(\w+)/.exec(hub.database.appUrl) ?? [];
  await owner.query(
    `alter role ${role} in database ${name} set default_transaction_read_only = ${value}`,
  );
}

async function replaceConnections(): Promise<void> {
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'chapter-hub'`);
  await expect.poll(() => hub.database.pool.totalCount).toBe(0);
  await Promise.all([1, 2, 3].map(() => hub.database.pool.query('select pg_sleep(0.05)')));
  expect(hub.database.pool.totalCount).toBe(3);
}

test('a write whose connection ends before its commit is tried again, and happens once', async () => {
  await owner.query('begin; lock table hub.wallet in access exclusive mode');
  const writing = addWallet();
  await expect
    .poll(async () => {
      const { rows } = await owner.query(`select pg_terminate_backend(pid) from pg_locks
        where relation = 'hub.wallet'::regclass and not granted`);
      return rows.length;
    })
    .toBe(1);
  await owner.query('rollback');
  expect((await writing).status).toBe(201);
  expect(await countWallets()).toBe(1);
});

test('a write that reaches a former primary leaves all connections to it, and is tried again', async () => {
  await setReadOnly('on');
  await replaceConnections();
  await setReadOnly('off');
  expect((await addWallet()).status).toBe(201);
  expect((await addWallet({ 'idempotency-key': 'again' })).status).toBe(201);
  expect(await countWallets()).toBe(2);
});

test('a database that goes on to only read is reported as such, with a time to try again', async () => {
  await setReadOnly('on');
  await replaceConnections();
  const reply = await addWallet();
  expect([reply.status, reply.refusal().code]).toEqual([503, 'read_only']);
  expect(reply.headers['retry-after']).toBeDefined();
  expect(await countWallets()).toBe(0);
});
