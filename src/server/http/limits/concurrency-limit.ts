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

/** So many times what narrows is counted: who waited for an outage has all slots again before long. */
const mostCounted = 10;

/** Kept for their next request: removing the last of a map costs a table for each (see `connection-use.ts`). */
const maxIdle = 1_000;

type Person = {
  running: number;
  readonly waiting: (() => void)[];
  /** Milliseconds that their slots were taken lately, at `usedAt`. */
  used: number;
  usedAt: number;
};

export type ConcurrencyOptions = {
  readonly maxWaiting?: number;
  readonly maxWaitMilliseconds?: number;
  /**
   * Who has taken slots for more than `milliseconds` has one at a time until that is forgotten, by so much of the
   * time that passes.
   */
  readonly narrowAfter?: { readonly milliseconds: number; readonly forgotten: number };
  readonly now?: () => number;
};

export function createConcurrencyLimit(
  maxConcurrent: number,
  {
    maxWaiting = Number.POSITIVE_INFINITY,
    maxWaitMilliseconds,
    narrowAfter,
    now = () => performance.now(),
  }: ConcurrencyOptions = {},
): ConcurrencyLimit {
  const people = new Map<string, Person>();

  function countSlots(person: Person, taken = 0): number {
    if (narrowAfter === undefined) return maxConcurrent;
    const { milliseconds, forgotten } = narrowAfter;
    const at = now();
    const left = Math.max(0, person.used - (at - person.usedAt) * forgotten);
    person.used = Math.min(left + taken, mostCounted * milliseconds);
    person.usedAt = at;
    return person.used > milliseconds ? 1 : maxConcurrent;
  }

  function forgetIdle(): void {
    for (const [who, { running }] of people) {
      if (people.size <= maxIdle) return;
      if (running === 0) people.delete(who);
    }
  }

  return {
    async acquire(who) {
      const person = people.get(who) ?? { running: 0, waiting: [], used: 0, usedAt: now() };
      people.set(who, person);
      if (person.waiting.length === 0 && person.running < countSlots(person)) person.running += 1;
      else if (person.waiting.length >= maxWaiting) throw new Busy('too many are waiting');
      // A request that begins takes its slot for the one that waits.
      else await waitIn(person.waiting, maxWaitMilliseconds);
      const begun = now();
      return () => {
        person.running -= 1;
        const slots = countSlots(person, now() - begun);
        for (const next of person.waiting.splice(0, slots - person.running)) {
          person.running += 1;
          next();
        }
        if (people.size > maxIdle) forgetIdle();
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
