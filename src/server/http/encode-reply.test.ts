import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { fromDigits, wholeNumber } from '#kit/whole-number.ts';
import { encodeReply, encodeReplyInTurns, maxValuesAtOnce } from './encode-reply.ts';

/** Is text on the wire and a number inside, so that what is not encoded shows. */
const digits = fromDigits(z.string(), wholeNumber(0, 1_000_000));
const item = z.object({ count: digits, name: z.optional(z.string()), others: z.array(z.string()) });
const things = endpoint({
  method: 'GET',
  path: '/things',
  tag: 'Things',
  summary: 'List things',
  policy: 'member',
  reply: z.object({
    note: z.optional(z.string()),
    page: z.object({ items: z.array(item), total: z.int() }),
    names: z.array(z.string()),
    last: z.nullable(item),
  }),
  version: ({ page }) => page.total,
});

const names = (length: number) => Array.from({ length }, (_, n) => `"${n}" 東京`);
const itemsOf = (length: number, others: number) =>
  Array.from({ length }, (_, n) => ({
    count: n,
    ...(n % 2 ? { name: `${n}` } : {}),
    ...(n % 3 ? {} : { unknown: 'left out' }),
    others: names(others),
  }));

async function encodeInTurns(value: unknown) {
  const { reply, ...head } = await encodeReplyInTurns(things, value);
  return { ...head, reply: reply?.toString() };
}

test.each([
  ['nothing', 0, 0, 0],
  ['a few items', 7, 2, 3],
  ['many small items', 3 * maxValuesAtOnce, 1, 3],
  ['a few large items', 5, maxValuesAtOnce, 3],
  ['a long list beside them', 3, 3, 2 * maxValuesAtOnce],
  ['large lists on two levels', 30, 1_000, 2 * maxValuesAtOnce],
])('a reply of %s is the same in turns as at once', async (_, length, others, beside) => {
  for (const note of ['short', undefined]) {
    const items = itemsOf(length, others);
    const value = {
      ...(note === undefined ? {} : { note }),
      unknown: 'left out',
      page: { items, total: 4 },
      names: names(beside),
      last: items.at(-1) ?? null,
    };
    expect(await encodeInTurns(value)).toEqual(encodeReply(things, value));
  }
});

test('others get their turn in between', async () => {
  // Each step takes the whole of a turn.
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const page = { items: itemsOf(20, maxValuesAtOnce / 2), total: 4 };
  await encodeReplyInTurns(things, { page, names: [], last: null });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('what the contract does not allow fails, in whichever turn', async () => {
  const items = [...itemsOf(20, maxValuesAtOnce / 2), { count: 'one', others: [] }];
  const reply = { page: { items, total: 4 }, names: [], last: null };
  await expect(encodeReplyInTurns(things, reply)).rejects.toThrow();
  // And the next is not held up by it.
  const next = {
    page: { items: itemsOf(20, maxValuesAtOnce / 2), total: 4 },
    names: [],
    last: null,
  };
  expect(await encodeInTurns(next)).toEqual(encodeReply(things, next));
});
