import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const spend = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('others have their turn after each that took its time, and only then', async () => {
  const nextTurn = createTurns();
  let others = 0;
  const count = () => {
    others += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  for (let step = 0; step < 3; step += 1) await nextTurn();
  const early = others;
  for (let step = 0; step < 3; step += 1) {
    spend(3);
    await nextTurn();
  }
  clearImmediate(waiting);
  await sleep(0);
  expect(early).toBe(0);
  expect(others).toBeGreaterThanOrEqual(3);
});
