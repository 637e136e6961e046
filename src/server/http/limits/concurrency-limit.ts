/** Limits one person's concurrent requests, so that no one can take every database connection. */
export type ConcurrencyLimit = {
  /**
   * Resolves to the function that releases the slot, once there is one; throws `Busy` if too many
   * wait already.
   */
  acquire(who: string): Promise<() => void>;
};

/** Told as 503 `busy`. */
export class Busy extends Error {
  readonly code = 'HUB_BUSY';
}

export function createConcurrencyLimit(
  maxConcurrent: number,
  { maxWaiting = Number.POSITIVE_INFINITY } = {},
): ConcurrencyLimit {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async acquire(who) {
      const person = people.get(who) ?? { running: 0, waiting: [] };
      people.set(who, person);
      if (person.running < maxConcurrent) person.running += 1;
      else if (person.waiting.length >= maxWaiting) throw new Busy('too many are waiting');
      // A request that ends hands its slot to the next, so that the number stays the same.
      else await new Promise<void>((resolve) => person.waiting.push(resolve));
      return () => {
        const next = person.waiting.shift();
        if (next) next();
        else person.running -= 1;
        if (person.running === 0) people.delete(who);
      };
    },
  };
}
