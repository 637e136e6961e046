import { expect, test } from 'vitest';
import { Busy, createConcurrencyLimit } from './concurrency-limit.ts';

test('limits one person to two concurrent requests and serves the others in order', async () => {
  const limit = createConcurrencyLimit(2);
  const order: number[] = [];
  let running = 0;
  let max = 0;
  const work = async (number: number) => {
    const end = await limit.acquire('ann');
    running += 1;
    max = Math.max(max, running);
    order.push(number);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    end();
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => work(number)));
  expect(max).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test('does not let one person wait for another', async () => {
  const limit = createConcurrencyLimit(1);
  const end = await limit.acquire('ann');
  const ben = await limit.acquire('ben');
  let isTaken = false;
  const second = limit.acquire('ann').then((done) => {
    isTaken = true;
    return done;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  end();
  (await second)();
  ben();
  (await limit.acquire('ann'))();
});

test('a request that waits too long leaves the queue, and the slot goes to the next', async () => {
  const limit = createConcurrencyLimit(1, { maxWaitMilliseconds: 20 });
  const release = await limit.acquire('ann');
  await expect(limit.acquire('ann')).rejects.toThrow(Busy);
  const next = limit.acquire('ann');
  release();
  (await next)();
  (await limit.acquire('ann'))();
});
