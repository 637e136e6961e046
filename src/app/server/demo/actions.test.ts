import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Instant, toInstant } from '#kit/day.ts';
import { runActions, type TimelineAction } from './actions.ts';
import type { DemoClients } from './demo-client.ts';

const minute = (count: number): Instant =>
  toInstant(Temporal.Instant.fromEpochMilliseconds(count * 60_000));

/** Runs what is given, each after some turns of the event loop; returns how they began and ended. */
async function watch(actions: Omit<TimelineAction, 'run'>[]) {
  const seen: string[] = [];
  const firstCalls: number[] = [];
  const clients: DemoClients = {
    from: (first) => {
      firstCalls.push(first);
      return { call: () => Promise.reject(new Error('no action here makes calls')) };
    },
    close: async () => {},
  };
  const run = async (_client: unknown, at: Instant) => {
    seen.push(`begin ${at}`);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    seen.push(`end ${at}`);
  };
  const next = await runActions(
    clients,
    actions.map((action) => ({ ...action, run })),
    5,
  );
  return { seen, firstCalls, next };
}

const begin = (count: number) => `begin ${minute(count)}`;
const end = (count: number) => `end ${minute(count)}`;

test('of two actions that touch the same, the earlier has ended before the later begins', async () => {
  const { seen } = await watch([
    { at: minute(2), touches: ['a', 'b'] },
    { at: minute(1), touches: ['b'] },
    { at: minute(3), touches: ['c'] },
  ]);
  expect(seen.indexOf(end(1))).toBeLessThan(seen.indexOf(begin(2)));
  expect(seen.indexOf(begin(3))).toBeLessThan(seen.indexOf(end(1)));
});

test('actions that share what another touches run together, all before it or after it', async () => {
  const { seen } = await watch([
    { at: minute(1), touches: [], shares: ['a'] },
    { at: minute(2), touches: [], shares: ['a'] },
    { at: minute(3), touches: ['a'] },
    { at: minute(4), touches: [], shares: ['a'] },
  ]);
  expect(seen.slice(0, 2).toSorted()).toEqual([begin(1), begin(2)]);
  expect(seen.slice(2, 4).toSorted()).toEqual([end(1), end(2)]);
  expect(seen.slice(4)).toEqual([begin(3), end(3), begin(4), end(4)]);
});

test('calls are numbered in the order of time, whichever run at the same time', async () => {
  const { firstCalls, next } = await watch([
    { at: minute(2), touches: [] },
    { at: minute(1), touches: [], calls: 4 },
  ]);
  expect([firstCalls, next]).toEqual([[5, 9], 10]);
});
