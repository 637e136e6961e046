import { expect, onTestFinished, test, vi } from 'vitest';
import { createCounter } from './counter.ts';

function counterAt(options: { max: number; seconds: number; maxKeys?: number }) {
  let now = 1_000;
  const counter = createCounter(options, () => now);
  const pass = (seconds: number) => {
    now += seconds * 1_000;
  };
  const addAll = (key: string, count: number) => {
    for (let index = 0; index < count; index += 1) counter.add(key);
  };
  return { counter, pass, addAll };
}

test('a key at its limit waits for the end of its window', () => {
  const { counter, pass, addAll } = counterAt({ max: 3, seconds: 60 });
  addAll('a', 2);
  expect(counter.wait('a')).toBe(0);
  addAll('a', 1);
  expect([counter.wait('a'), counter.wait('b')]).toEqual([60, 0]);
  pass(59.5);
  expect(counter.wait('a')).toBe(1);
  pass(0.5);
  expect(counter.wait('a')).toBe(0);
});

test('what is taken back makes room for another', () => {
  const { counter, addAll } = counterAt({ max: 2, seconds: 60 });
  addAll('a', 2);
  counter.subtract('a');
  expect(counter.wait('a')).toBe(0);
});

test('no number of other keys flushes one that is at its limit', () => {
  const { counter, addAll } = counterAt({ max: 5, seconds: 60, maxKeys: 100 });
  addAll('guessed', 5);
  for (let index = 0; index < 1_000; index += 1) counter.add(`other ${index}`);
  expect(counter.wait('guessed')).toBe(60);
});

test('windows that ended make room first', () => {
  const { counter, pass, addAll } = counterAt({ max: 5, seconds: 60, maxKeys: 2 });
  counter.add('early');
  pass(30);
  addAll('late', 4);
  pass(31);
  counter.add('new');
  counter.add('late');
  expect(counter.wait('late')).toBe(29);
});

test('the clock of limits does not follow the wall clock', () => {
  const counter = createCounter({ max: 1, seconds: 60 });
  counter.add('a');
  vi.useFakeTimers({ toFake: ['Date'], now: Temporal.Now.instant().epochMilliseconds - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(counter.wait('a')).toBeLessThanOrEqual(60);
});
