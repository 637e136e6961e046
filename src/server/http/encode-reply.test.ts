import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { instant, toInstant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { encodeReply, encodeReplyInTurns, itemsPerTurn } from './encode-reply.ts';

const item = z.object({ at: instant, name: z.optional(z.string()) });
const list = endpoint({
  method: 'GET',
  path: '/things',
  tag: 'Things',
  summary: 'List things',
  policy: 'member',
  reply: z.object({
    note: z.optional(z.string()),
    items: z.array(item),
    others: z.array(item),
    count: z.int(),
  }),
  version: ({ count }) => count,
});

const start = Temporal.Instant.from('2026-11-26T18:00:00Z');
const itemsOf = (length: number) =>
  Array.from({ length }, (_, n) => ({
    at: toInstant(start.add({ seconds: n })),
    name: n % 2 ? `"${n}" 東京` : undefined,
  }));

test.each([0, 1, itemsPerTurn, itemsPerTurn + 1, 2 * itemsPerTurn, 7 * itemsPerTurn + 3])(
  '%i items are encoded in turns as they are at once',
  async (length) => {
    for (const note of ['short', undefined]) {
      const value = { note, items: itemsOf(length), others: itemsOf(3), count: 4 };
      expect(await encodeReplyInTurns(list, value)).toEqual(encodeReply(list, value));
    }
  },
);

test('others get a turn after so many items', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const lists = { items: itemsOf(4 * itemsPerTurn), others: itemsOf(3 * itemsPerTurn) };
  await encodeReplyInTurns(list, { ...lists, count: 4 });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});

test('an item that the contract does not allow fails, in whichever turn', async () => {
  const items = itemsOf(3 * itemsPerTurn);
  const wrong = [...items, { at: 'yesterday' }];
  await expect(encodeReplyInTurns(list, { items: wrong, others: [], count: 4 })).rejects.toThrow();
});
