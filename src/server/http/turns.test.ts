import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('so many of one person are under way at once, and the others in the order they came', async () => {
  const turns = createTurns(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (number: number) => {
    const end = await turns.take('ann');
    running += 1;
    most = Math.max(most, running);
    order.push(number);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    end();
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => work(number)));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test('nobody waits for somebody else', async () => {
  const turns = createTurns(1);
  const end = await turns.take('ann');
  const ben = await turns.take('ben');
  let isTaken = false;
  const second = turns.take('ann').then((done) => {
    isTaken = true;
    return done;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  end();
  (await second)();
  ben();
  (await turns.take('ann'))();
});
