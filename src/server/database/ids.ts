import { randomFillSync } from 'node:crypto';
import type { Instant } from '#kit/day.ts';
import { type Id, uuidV7, uuidV7After } from '#kit/id.ts';

export type NewId = <Kind extends string>() => Id<Kind>;

/** The instant and the source of ids of one write. */
export type WriteContext = { readonly now: Instant; readonly newId: NewId };

const randomBytesOfId = 10;
/** Random bytes are fetched in bulk: a system call per id would dominate its cost. */
const pool = new Uint8Array(randomBytesOfId * 100);
let used = pool.length;

let last: { milliseconds: number; id: Id } | undefined;

/**
 * A new id, greater than all previous ones, even within a millisecond and after the clock was set
 * back: sorting by id gives creation order.
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
    // The last part starts in its lower half, which leaves room for two billion steps.
    random[3] = (random[3] ?? 0) & 0xf7;
    last = { milliseconds, id: uuidV7(milliseconds, random) };
  } else {
    last = { milliseconds: last.milliseconds, id: uuidV7After(last.id, random) };
  }
  return last.id as Id<Kind>;
};
