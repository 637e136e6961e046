import * as z from 'zod/mini';

/** Ids are UUIDs in lower case; new ones are version 7, so that they sort by age, to the millisecond. */
export type Id = string;

export const id = z.uuid().check(z.toLowerCase(), z.meta({ description: 'UUID' }));

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Builds a version 7 UUID (RFC 9562) from the Unix time in milliseconds and 10 random bytes;
 * both are arguments, so that this stays pure.
 */
export function uuidV7(unixMilliseconds: number, random: Uint8Array): Id {
  const time = unixMilliseconds.toString(16).padStart(12, '0');
  let hex = '';
  for (let index = 0; index < 10; index += 1) hex += hexOfByte[random[index] ?? 0];
  const variant = ((Number.parseInt(hex[3] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
}

/**
 * The id after `last`, of the same millisecond: greater by a random step of 1 to 65,536 in the last
 * of its parts, so that ids which are made in one millisecond sort in the order they were made in.
 */
export function uuidV7After(last: Id, random: Uint8Array): Id {
  const step = 1 + (random[0] ?? 0) + 256 * (random[1] ?? 0);
  const part = Number.parseInt(last.slice(-12), 16) + step;
  return last.slice(0, -12) + part.toString(16).padStart(12, '0');
}
