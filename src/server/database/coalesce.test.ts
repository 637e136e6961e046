import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A sender whose batches the test ends. */
function sender() {
  const batches: { items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const send = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      batches.push({
        items,
        end: () => resolve(items.map((item) => `done ${item}`)),
        fail: reject,
      });
    });
  return { batches, send };
}

/** Until all has been sent that is to be: a sender waits for the next turn of the loop, no longer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await immediate();
}

test('a single item is sent immediately, and items arriving meanwhile share the next batch in order', async () => {
  const { batches, send } = sender();
  const gather = coalesce(send, 10);
  const first = gather(1);
  await settle();
  const others = [gather(2), gather(3), gather(4)];
  await settle();
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.end();
  expect(await first).toBe('done 1');
  await settle();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  expect(await Promise.all(others)).toEqual(['done 2', 'done 3', 'done 4']);
  const later = gather(5);
  await settle();
  batches[2]?.end();
  expect(await later).toBe('done 5');
});

test('no batch exceeds the maximum size', async () => {
  const { batches, send } = sender();
  const gather = coalesce(send, 2);
  const all = Promise.all([1, 2, 3, 4, 5].map(gather));
  for (let batch = 0; batch < 3; batch += 1) {
    await settle();
    batches[batch]?.end();
  }
  expect(await all).toHaveLength(5);
  expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
});

test('a failing batch fails only its own items, and the next one is sent', async () => {
  const { batches, send } = sender();
  const gather = coalesce(send, 2);
  const all = [1, 2, 3].map(gather);
  const outcomes = Promise.allSettled(all);
  await settle();
  batches[0]?.fail(new Error('lost'));
  await settle();
  batches[1]?.end();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});

test('an item without an answer is rejected', async () => {
  const gather = coalesce(async (items: readonly number[]) => items.slice(1), 2);
  const outcomes = await Promise.allSettled([gather(1), gather(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('no item waits behind a batch whose answer is lost', async () => {
  const { batches, send } = sender();
  const gather = coalesce(send, 10, 20);
  const lost = gather(1);
  await settle();
  const later = [gather(2), gather(3)];
  await expect.poll(() => batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  batches[1]?.end();
  expect(await Promise.all(later)).toEqual(['done 2', 'done 3']);
  batches[0]?.fail(new Error('lost'));
  await expect(lost).rejects.toThrow('lost');
  const last = gather(4);
  await settle();
  batches[2]?.end();
  expect(await last).toBe('done 4');
});
