import { randomFillSync } from 'node:crypto';
import { type Id, uuidV7 } from '#kit/id.ts';

export type NewId = () => Id;

const randomBytesOfId = 10;
/** Asking the system for each id by itself takes longer than all the rest of making it. */
const pool = new Uint8Array(randomBytesOfId * 100);
let used = pool.length;

export const newId: NewId = () => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + randomBytesOfId);
  used += randomBytesOfId;
  return uuidV7(Temporal.Now.instant().epochMilliseconds, random);
};
