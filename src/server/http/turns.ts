/**
 * How many requests of one person are under way at once. Further ones wait for their turn, so that
 * nobody who asks for a lot of slow things takes every connection to the database from the others.
 */
export type Turns = {
  /** Resolves when it is their turn; what it resolves with must be called at the end. */
  take(who: string): Promise<() => void>;
};

export function createTurns(mostAtOnce: number): Turns {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async take(who) {
      const person = people.get(who) ?? { running: 0, waiting: [] };
      people.set(who, person);
      if (person.running < mostAtOnce) person.running += 1;
      // Whoever ends hands its turn on, so that the number under way stays the same.
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
