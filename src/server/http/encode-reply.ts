/** Encodes replies in their contract's format. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';
import type { StoredReply } from '../database/idempotency.ts';

/** Some 5 ms of the longest items that a list has. */
export const itemsPerTurn = 500;

export function encodeReply(endpoint: Endpoint, value: unknown): StoredReply {
  return toStored(
    endpoint,
    value,
    endpoint.status === 204 ? null : JSON.stringify(z.encode(endpoint.reply, value as never)),
  );
}

/**
 * As `encodeReply`, with the long lists among the reply's fields encoded in turns: ten thousand items
 * at once would keep everyone else waiting for a tenth of a second.
 */
export async function encodeReplyInTurns(endpoint: Endpoint, value: unknown): Promise<StoredReply> {
  const lists = Object.entries(value ?? {}).filter(isLong);
  const { reply } = endpoint;
  if (lists.length === 0 || !(reply instanceof z.ZodMiniObject))
    return encodeReply(endpoint, value);
  const short = { ...(value as object), ...Object.fromEntries(lists.map(([name]) => [name, []])) };
  const texts: string[] = [];
  for (const [name, field] of Object.entries(z.encode(reply, short as never) as object)) {
    const items = lists.find(([list]) => list === name)?.[1];
    const schema = reply.shape[name];
    const text = items && schema ? await encodeList(schema, items) : JSON.stringify(field);
    // As in `JSON.stringify`, a field without a value is left out.
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return toStored(endpoint, value, `{${texts.join(',')}}`);
}

function isLong(field: [string, unknown]): field is [string, unknown[]] {
  return Array.isArray(field[1]) && field[1].length > itemsPerTurn;
}

async function encodeList(schema: z.core.$ZodType, items: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < items.length; from += itemsPerTurn) {
    const slice = items.slice(from, from + itemsPerTurn);
    texts.push(JSON.stringify(z.encode(schema, slice as never)).slice(1, -1));
    await nextTurn();
  }
  return `[${texts.join(',')}]`;
}

function toStored(endpoint: Endpoint, value: unknown, reply: string | null): StoredReply {
  const version = endpoint.version?.(value as never);
  return { status: endpoint.status, etag: version === undefined ? null : `"${version}"`, reply };
}
