/** Encodes replies in their contract's format. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';
import type { StoredReply } from '../database/idempotency.ts';
import { createTurns } from '../turns.ts';
import { createConcurrencyLimit, doInSlot } from './limits/concurrency-limit.ts';

/** A reply of more is large: it takes more than about 5 ms. */
export const maxValuesAtOnce = 5_000;
/** Encoded together, in a quarter of a millisecond. */
const valuesOfStep = 250;

type Schema = z.core.$ZodType;

/** The reply of a read: a large one as bytes. */
export type EncodedReply = Omit<StoredReply, 'reply'> & {
  readonly reply: string | Buffer | null;
};

export function encodeReply(endpoint: Endpoint, value: unknown): StoredReply {
  const text = endpoint.status === 204 ? null : encodeAtOnce(endpoint.reply, value);
  return { ...toHead(endpoint, value), reply: text };
}

/** Several large replies at once would take as many turns from everyone else. */
const queue = createConcurrencyLimit(1);

/**
 * As `encodeReply`, in turns if the reply is large: ten thousand events, or two hundred expenses of five
 * hundred people, would keep everyone else waiting for a fifth of a second.
 */
export async function encodeReplyInTurns(
  endpoint: Endpoint,
  value: unknown,
): Promise<EncodedReply> {
  if (!isLarge(value)) return encodeReply(endpoint, value);
  const chunks: Buffer[] = [];
  // Bytes, because turning all of the text into them at the end takes as long as ten turns.
  const write = (text: string) => void chunks.push(Buffer.from(text));
  await doInSlot(queue, 'all', () => encodeInTurns(endpoint.reply, value, write));
  return { ...toHead(endpoint, value), reply: Buffer.concat(chunks) };
}

function toHead(endpoint: Endpoint, value: unknown) {
  const version = endpoint.version?.(value as never);
  return { status: endpoint.status, etag: version === undefined ? null : `"${version}"` };
}

function encodeAtOnce(schema: Schema, value: unknown): string {
  return JSON.stringify(z.encode(schema, value as never));
}

type Write = (text: string) => void;

async function encodeInTurns(schema: Schema, value: unknown, write: Write): Promise<void> {
  if (schema instanceof z.ZodMiniObject) await encodeFields(schema, value as object, write);
  else if (schema instanceof z.ZodMiniArray)
    await encodeItems(schema, value as readonly unknown[], write);
  else write(encodeAtOnce(schema, value));
}

async function encodeFields(schema: z.ZodMiniObject, value: object, write: Write): Promise<void> {
  const large = Object.entries(value).filter(
    ([name, field]) => name in schema.shape && isLarge(field),
  );
  const names = Object.fromEntries(large.map(([name]) => [name, true] as const));
  const others = z.encode(z.omit(schema, names), value as never) as Record<string, unknown>;
  let separator = '{';
  for (const [name, of] of Object.entries(schema.shape)) {
    const isOther = !(name in names);
    // As in `JSON.stringify`, a field without a value is left out.
    if (isOther && others[name] === undefined) continue;
    write(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    if (isOther) write(JSON.stringify(others[name]));
    else await encodeInTurns(of, value[name as keyof typeof value], write);
  }
  write('}');
}

async function encodeItems(
  schema: z.ZodMiniArray,
  items: readonly unknown[],
  write: Write,
): Promise<void> {
  const nextTurn = createTurns();
  let separator = '[';
  let taken: unknown[] = [];
  let values = 0;
  const encode = () => {
    if (taken.length === 0) return;
    write(separator + encodeAtOnce(schema, taken).slice(1, -1));
    separator = ',';
    [taken, values] = [[], 0];
  };
  for (const item of items) {
    taken.push(item);
    values += countValues(item, valuesOfStep);
    if (values < valuesOfStep) continue;
    encode();
    await nextTurn();
  }
  encode();
  write(']');
}

function isLarge(value: unknown): boolean {
  return countValues(value, maxValuesAtOnce) > maxValuesAtOnce;
}

/** Values in a reply, itself included; counts no further than `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countValues(item, most - count);
      if (count > most) return count;
    }
    return count;
  }
  // A quarter of the time of `Object.values`, and every reply is counted.
  for (const name in value) {
    count += countValues(value[name as keyof typeof value], most - count);
    if (count > most) return count;
  }
  return count;
}
