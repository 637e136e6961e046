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

test('who has taken slots for long has one at a time until that is forgotten', async () => {
  let time = 0;
  const limit = createConcurrencyLimit(3, {
    narrowAfter: { milliseconds: 250, forgotten: 0.1 },
    now: () => time,
  });
  const begun: string[] = [];
  const begin = async (who: string, name: string) => {
    const end = await limit.acquire(who);
    begun.push(name);
    return end;
  };
  const three = await Promise.all([begin('ann', '1'), begin('ann', '2'), begin('ann', '3')]);
  const [fourth, fifth] = [begin('ann', '4'), begin('ann', '5')];
  time = 150;
  for (const end of three) end();
  // The first hands its slot on; the others come to 450 ms.
  const endFourth = await fourth;
  expect(begun).toEqual(['1', '2', '3', '4']);
  const others = await Promise.all([begin('ben', 'b1'), begin('ben', 'b2')]);
  endFourth();
  const endFifth = await fifth;
  expect(begun).toEqual(['1', '2', '3', '4', 'b1', 'b2', '5']);
  const sixth = begin('ann', '6');
  await Promise.resolve();
  expect(begun).not.toContain('6');
  endFifth();
  (await sixth)();
  for (const end of others) end();
  // 200 of the 450 ms are forgotten after 2,000.
  time = 2_200;
  const again = await Promise.all([begin('ann', '7'), begin('ann', '8'), begin('ann', '9')]);
  // Of hours, 2.5 s are counted.
  time = 10_000_000;
  for (const end of again) end();
  const late = await begin('ann', '10');
  const next = begin('ann', '11');
  await Promise.resolve();
  expect(begun).not.toContain('11');
  late();
  (await next)();
  time += 25_000;
  expect(await Promise.all([begin('ann', '12'), begin('ann', '13')])).toHaveLength(2);
});

test('forgets who is idle, not who works or waits', async () => {
  const limit = createConcurrencyLimit(1);
  const end = await limit.acquire('ann');
  const waiting = limit.acquire('ann');
  for (let index = 0; index < 3_000; index += 1) (await limit.acquire(`stranger ${index}`))();
  let isTaken = false;
  void waiting.then(() => {
    isTaken = true;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  end();
  (await waiting)();
});
