/** Limits one person's concurrent requests, so that no one can take every database connection. */
export type ConcurrencyLimit = {
  /**
   * Resolves to the function that releases the slot, once there is one; throws `Busy` if too many
   * wait already, or after too long a wait.
   */
  acquire(who: string): Promise<() => void>;
};

/** Reported as 503 `busy`. */
export class Busy extends Error {
  readonly code = 'HUB_BUSY';
}

/** Kept for their next request: removing the last of a map costs a table for each (see `connection-use.ts`). */
const maxIdle = 1_000;

export function createConcurrencyLimit(
  maxConcurrent: number,
  {
    maxWaiting = Number.POSITIVE_INFINITY,
    maxWaitMilliseconds,
  }: { maxWaiting?: number; maxWaitMilliseconds?: number } = {},
): ConcurrencyLimit {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async acquire(who) {
      const person = people.get(who) ?? { running: 0, waiting: [] };
      people.set(who, person);
      if (person.running < maxConcurrent) person.running += 1;
      else if (person.waiting.length >= maxWaiting) throw new Busy('too many are waiting');
      // A request that ends hands its slot to the next, so that the number stays the same.
      else await waitIn(person.waiting, maxWaitMilliseconds);
      return () => {
        const next = person.waiting.shift();
        if (next) next();
        else person.running -= 1;
        if (person.running === 0 && people.size > maxIdle) people.delete(who);
      };
    },
  };
}

/** A request that times out leaves the queue, so the slot goes to one still waiting. */
function waitIn(queue: (() => void)[], maxMilliseconds: number | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  queue.push(resolve);
  if (maxMilliseconds === undefined) return promise;
  const giveUp = () => {
    queue.splice(queue.indexOf(resolve), 1);
    reject(new Busy('waited too long'));
  };
  const late = setTimeout(giveUp, maxMilliseconds);
  return promise.finally(() => clearTimeout(late));
}

/** Does something while holding a slot; throws `Busy` as `acquire` does. */
export async function doInSlot<T>(
  limit: ConcurrencyLimit,
  who: string,
  work: () => Promise<T>,
): Promise<T> {
  const release = await limit.acquire(who);
  try {
    return await work();
  } finally {
    release();
  }
}
