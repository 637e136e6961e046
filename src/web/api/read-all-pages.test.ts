import { expect, test } from 'vitest';
import { readAllPages } from './read-all-pages.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A list that is replaced by the next of `states` with each call; the last one stays. */
function list(...states: number[][]) {
  const calls: number[] = [];
  const read = ({ skip, take }: { skip: number; take: number }) => {
    calls.push(skip);
    const items = states[Math.min(calls.length, states.length) - 1] ?? [];
    return Promise.resolve({ items: items.slice(skip, skip + take), totalCount: items.length });
  };
  return { calls, read };
}

test.each([0, 1, 199, 200, 201, 1_000])('reads %i items once', async (count) => {
  const { read, calls } = list(numbers(count));
  expect(await readAllPages(10_000, read)).toEqual({
    items: numbers(count),
    totalCount: count,
    isComplete: true,
  });
  expect(calls).toHaveLength(Math.max(1, Math.ceil(count / 200)));
});

test('stops at the most and says that there are more', async () => {
  const { read } = list(numbers(500));
  expect(await readAllPages(300, read)).toEqual({
    items: numbers(300),
    totalCount: 500,
    isComplete: false,
  });
  expect((await readAllPages(500, read)).isComplete).toBe(true);
});

test('begins again if an item is added or removed between two pages', async () => {
  const added = [-1, ...numbers(300)];
  const longer = list(numbers(300), added);
  expect((await readAllPages(10_000, longer.read)).items).toEqual(added);
  const shorter = list(numbers(201), numbers(200));
  expect((await readAllPages(10_000, shorter.read)).items).toEqual(numbers(200));
});

test('fails if the list keeps changing', async () => {
  const states = numbers(20).map((n) => numbers(300 + n));
  await expect(readAllPages(10_000, list(...states).read)).rejects.toThrow('kept changing');
});
