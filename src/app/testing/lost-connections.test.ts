/** Database connections that are lost without a word: no answer, no error, no end. */
import { expect, onTestFinished, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { createTestDatabase } from './database.ts';
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
  return { hub, proxy, read, ready, close };
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

test('a lost connection does not hold up the shutdown', async () => {
  const { proxy, read, close } = await startBehindProxy();
  proxy.swallow();
  const lost = read().catch((error: unknown) => error);
  const begun = performance.now();
  await close();
  await lost;
  expect(performance.now() - begun).toBeLessThan(15_000);
});
