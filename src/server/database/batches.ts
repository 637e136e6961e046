/**
 * Writes that claim their key, check, do and record in one statement, all that arrive while one is
 * under way in the next. Each fares as if it came alone.
 */
import { sql } from 'kysely';
import { ok, type Refused, type Result } from '#kit/result.ts';
import { type Db, isUndone, withRetries } from './db.ts';
import { gathering } from './gather.ts';
import type { Claim } from './idempotency.ts';

/** What only a statement of its own can tell: it would wait, or something in its batch failed. */
export type Alone = { readonly outcome: 'alone' };

export type Batching<Item, Outcome> = {
  /**
   * The statement, which commits by itself and answers each item in their order. Only where `waits`
   * is said may it wait for a lock; without, it leaves out what would.
   */
  readonly send: (
    connection: Db,
    items: readonly Item[],
    how: { readonly waits: boolean },
  ) => Promise<readonly (Outcome | Alone)[]>;
  /** What must not come twice in one statement: a second of the same name is sent after it. */
  readonly namesOf: (item: Item) => readonly string[];
  /** What a failure of an item alone means, if it is no bug. */
  readonly refusalOf: (error: unknown) => Refused | undefined;
};

const mostAtOnce = 50;

/**
 * A batch waits for no lock and stands or falls as a whole, so that an item can neither delay nor
 * fail its neighbours: each that could is done again alone, where it may wait and be retried.
 */
export function batching<Item, Outcome extends { readonly outcome: string }>(
  db: Db,
  batch: Batching<Item, Outcome>,
): (item: Item) => Promise<Result<Outcome>> {
  const doTogether = gathering((items: readonly Item[]) => doAll(db, batch, items), mostAtOnce);
  return async (item) => {
    const done = await doTogether(item);
    return isAlone(done) ? withRetries(() => doAlone(db, batch, item)) : ok(done);
  };
}

function isAlone(done: { readonly outcome: string }): done is Alone {
  return done.outcome === 'alone';
}

async function doAll<Item, Outcome>(
  db: Db,
  batch: Batching<Item, Outcome>,
  items: readonly Item[],
): Promise<readonly (Outcome | Alone)[]> {
  const alone = { outcome: 'alone' } as const;
  const first = firstOfEachName(batch, items);
  try {
    const done = await send(db, batch, first, { waits: false });
    const outcomes = new Map(first.map((item, index) => [item, done[index]]));
    return items.map((item) => outcomes.get(item) ?? alone);
  } catch (error) {
    if (!isUndone(error)) throw error;
    return items.map(() => alone);
  }
}

function firstOfEachName<Item, Outcome>(
  { namesOf }: Batching<Item, Outcome>,
  items: readonly Item[],
): Item[] {
  const taken = new Set<string>();
  return items.filter((item) => {
    const names = namesOf(item);
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

async function doAlone<Item, Outcome extends { readonly outcome: string }>(
  db: Db,
  batch: Batching<Item, Outcome>,
  item: Item,
): Promise<Result<Outcome>> {
  try {
    const [done] = await send(db, batch, [item], { waits: true });
    if (!done || isAlone(done)) throw new Error('an item alone had no outcome');
    return ok(done);
  } catch (error) {
    const refused = batch.refusalOf(error);
    if (refused) return refused;
    throw error;
  }
}

function send<Item, Outcome>(
  db: Db,
  batch: Batching<Item, Outcome>,
  items: readonly Item[],
  how: { readonly waits: boolean },
): Promise<readonly (Outcome | Alone)[]> {
  return db.connection().execute(async (connection) => {
    try {
      return await batch.send(connection, items, how);
    } catch (error) {
      // An error is told before its locks are let go of. Whoever tries again would meet them.
      if (isUndone(error)) await sql`select`.execute(connection);
      throw error;
    }
  });
}

/** A key that comes again while its first use is under way is for a statement after that one. */
export function nameOfClaim(claim: Claim | undefined): readonly string[] {
  return claim ? [`${claim.chapterId} ${claim.memberId} ${claim.key}`] : [];
}
