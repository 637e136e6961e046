/** Database connections that are lost without a word: no answer, no error, no end. */
import { expect, onTestFinished, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { createTestDatabase, withClient } from './database.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { startTestHub } from './hub.ts';
import { startSwallowingProxy } from './swallowing-proxy.ts';

async function startBehindProxy() {
  const made = await createTestDatabase();
  const proxy = await startSwallowingProxy(made.appUrl);
  const hub = await startTestHub({ database: { ...made, appUrl: proxy.url }, isHurried: true });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await hub.close();
    isClosed = true;
    proxy.close();
  };
  onTestFinished(close);
  const member = await (await hub.chapter()).person('Maya Chen');
  const read = () => member.call(walletCalls.list);
  const ready = async () => (await hub.request({ url: '/api/ready' })).statusCode;
  // Opens every connection of the pool.
  expect((await Promise.all(Array.from({ length: 40 }, read))).map(({ status }) => status)).toEqual(
    Array(40).fill(200),
  );
  return { hub, proxy, member, read, ready, close };
}

test('calls fail within seconds when connections are lost, and then succeed again', {
  tags: ['all'],
}, async () => {
  const { proxy, read, ready } = await startBehindProxy();
  expect(await ready()).toBe(200);
  expect(proxy.swallow()).toBeGreaterThan(0);
  const begun = performance.now();
  const during = Promise.all(Array.from({ length: 5 }, read));
  expect(await ready()).toBe(503);
  const refused = await during;
  for (const reply of refused) {
    if (reply.status !== 200) expect(reply.refusal().code).toBe('database_unavailable');
  }
  await expect.poll(async () => (await read()).status).toBe(200);
  const after = await Promise.all(Array.from({ length: 20 }, read));
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await ready()).toBe(200);
});

test('a write whose connection is lost in its transaction ends with 503, holds no lock, and happens once', {
  tags: ['all'],
}, async () => {
  const { hub, proxy, member } = await startBehindProxy();
  const create = () =>
    member.call(walletCalls.create, {
      body: { name: 'Travel', ownerId: member.memberId, currencyCode: 'USD' },
      headers: { 'idempotency-key': 'travel' },
    });
  await withClient(hub.database.ownerUrl, async (owner) => {
    const count = async (what: string) =>
      (
        await owner.query(
          `select from pg_stat_activity where datname = current_database() and ${what}`,
        )
      ).rowCount;
    await owner.query('begin; lock table hub.wallet in exclusive mode');
    const writing = create();
    await expect.poll(() => count(`wait_event_type = 'Lock'`)).toBe(1);
    const begun = performance.now();
    proxy.swallow();
    await owner.query('commit');
    // Done, and never acknowledged.
    await expect.poll(() => count(`state = 'idle in transaction'`)).toBe(1);
    const reply = await writing;
    expect([reply.status, reply.refusal().code]).toEqual([503, 'database_unavailable']);
    await expect.poll(() => count(`state = 'idle in transaction'`)).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
  expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  const { wallets } = (await member.call(walletCalls.list)).value();
  expect(wallets.items.map(({ name }) => name)).toEqual(['Travel']);
  expect(await hub.differences()).toEqual([]);
});

test('while new connections get no answer, calls end with 503 in seconds, and then go on', {
  tags: ['all'],
}, async () => {
  const made = await createTestDatabase();
  const proxy = await startFaultyProxy(made.appUrl);
  const hub = await startTestHub({ database: { ...made, appUrl: proxy.url }, isHurried: true });
  onTestFinished(async () => {
    await hub.close();
    proxy.close();
  });
  const member = await (await hub.chapter()).person('Maya Chen');
  // As after a restart of the database, which ended those that there were.
  proxy.begin('drops');
  proxy.begin('cuts');
  const begun = performance.now();
  const many = Array.from({ length: 40 }, () => member.call(walletCalls.list));
  const ready = hub.request({ url: '/api/ready' });
  for (const reply of await Promise.all(many)) {
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
  }
  expect((await ready).statusCode).toBe(503);
  expect(performance.now() - begun).toBeLessThan(20_000);
  proxy.mend();
  await expect.poll(async () => (await member.call(walletCalls.list)).status).toBe(200);
  const after = await Promise.all(Array.from({ length: 20 }, () => member.call(walletCalls.list)));
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a lost connection does not hold up the shutdown', async () => {
  const { proxy, read, close } = await startBehindProxy();
  proxy.swallow();
  const lost = read().catch((error: unknown) => error);
  const begun = performance.now();
  await close();
  await lost;
  expect(performance.now() - begun).toBeLessThan(15_000);
});
