import { randomFillSync } from 'node:crypto';
import type { Instant } from '#kit/day.ts';
import { type Id, uuidV7, uuidV7After } from '#kit/id.ts';

export type NewId = <Kind extends string>() => Id<Kind>;

/** The instant and the source of ids of one write. */
export type WriteContext = { readonly now: Instant; readonly newId: NewId };

const randomBytesOfId = 10;
/** Asking the system for each id by itself takes longer than all the rest of making it. */
const pool = new Uint8Array(randomBytesOfId * 100);
let used = pool.length;

let last: { milliseconds: number; id: Id } | undefined;

/**
 * A new id, greater than every one before it, also of the same millisecond and after the clock was
 * set back: what is listed by id is in the order in which it was made.
 */
export const newId: NewId = <Kind extends string>() => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + randomBytesOfId);
  used += randomBytesOfId;
  const milliseconds = Temporal.Now.instant().epochMilliseconds;
  if (last === undefined || milliseconds > last.milliseconds) {
    // The last part begins in its lower half: room for two billion steps.
    random[3] = (random[3] ?? 0) & 0xf7;
    last = { milliseconds, id: uuidV7(milliseconds, random) };
  } else {
    last = { milliseconds: last.milliseconds, id: uuidV7After(last.id, random) };
  }
  return last.id as Id<Kind>;
};
