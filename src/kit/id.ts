import * as z from 'zod/mini';

declare const kindOf: unique symbol;

/**
 * Ids are lower-case UUIDs; new ones are version 7 and sort by creation time. `Id<'expense'>` is
 * not assignable to another kind of id; `Id` is any kind.
 */
export type Id<Kind extends string = string> = string & { readonly [kindOf]: Kind };

const uuid = z.uuid().check(z.toLowerCase(), z.meta({ description: 'UUID' }));

/** The schema of ids of a kind: `id<'expense'>()`. The kind is not validated. */
export function id<Kind extends string = string>(): z.ZodMiniType<Id<Kind>, string> {
  return uuid as z.ZodMiniType as z.ZodMiniType<Id<Kind>, string>;
}

const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id; the caller decides of which kind. */
export function isId<Kind extends string = string>(text: string): text is Id<Kind> {
  return shape.test(text);
}

/** Brands text that is known to be an id; throws otherwise, because that is a bug. */
export function toId<Kind extends string>(text: string): Id<Kind> {
  if (!isId<Kind>(text)) throw new Error('an id must be a UUID in lower case');
  return text;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Builds a version 7 UUID (RFC 9562) from the Unix time in milliseconds and 10 random bytes;
 * both are arguments, so that this stays pure.
 */
export function uuidV7<Kind extends string>(
  unixMilliseconds: number,
  random: Uint8Array,
): Id<Kind> {
  const time = unixMilliseconds.toString(16).padStart(12, '0');
  let hex = '';
  for (let index = 0; index < 10; index += 1) hex += hexOfByte[random[index] ?? 0];
  const variant = ((Number.parseInt(hex[3] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}` as Id<Kind>;
}

/**
 * The id after `last` in the same millisecond: larger by a random step of 1 to 65,536, so that such
 * ids sort in creation order.
 */
export function uuidV7After(last: Id, random: Uint8Array): Id {
  const step = 1 + (random[0] ?? 0) + 256 * (random[1] ?? 0);
  const part = Number.parseInt(last.slice(-12), 16) + step;
  return `${last.slice(0, -12)}${part.toString(16).padStart(12, '0')}` as Id;
}
