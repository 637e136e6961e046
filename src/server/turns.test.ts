import { expect, onTestFinished, test, vi } from 'vitest';
import { createTurns } from './turns.ts';

test('others have their turn after each that took its time, and only then', async () => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const nextTurn = createTurns();
  let others = 0;
  const work = async (milliseconds: number) => {
    setImmediate(() => {
      others += 1;
    });
    time += milliseconds;
    await nextTurn();
    return others;
  };
  expect([await work(0.5), await work(0.25)]).toEqual([0, 0]);
  expect(await work(0.5)).toBe(3);
  expect([await work(0.25), await work(5)]).toEqual([3, 5]);
});
