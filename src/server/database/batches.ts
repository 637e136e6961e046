/**
 * Writes that claim their key, check, write and record in as few statements as possible. Requests that
 * arrive while a batch is running share the next. Each ends as if it had run by itself.
 */
import { sql } from 'kysely';
import { ok, type Refused, type Result } from '#kit/result.ts';
import { batched } from '../metrics/observations.ts';
import { coalesce } from './coalesce.ts';
import { type Db, isUndone, withRetries } from './db.ts';
import type { Claim } from './idempotency.ts';

/** The batch could not decide it: it would have to wait for a lock, or its batch failed. */
export type Undecided = { readonly outcome: 'alone' };

export type Batch<Item, Outcome> = {
  /**
   * The statement, which commits by itself and returns one outcome per item, in order. It may wait for
   * a lock only if `waits`; otherwise it skips items that would.
   */
  readonly send: (
    connection: Db,
    items: readonly Item[],
    how: { readonly waits: boolean },
  ) => Promise<readonly (Outcome | Undecided)[]>;
  /** Items that share a key never run in one statement: the second one runs after it. */
  readonly conflictKeys: (item: Item) => readonly string[];
  /** The refusal that an error of a single item stands for; undefined if the error is a bug. */
  readonly toRefusal: (error: unknown) => Refused | undefined;
};

const maxBatchSize = 50;

/**
 * A batch waits for no lock and succeeds or fails as a whole, so that no item delays or fails its
 * neighbors: those it could not decide are retried individually, where they may wait.
 */
export function createBatch<Item, Outcome extends { readonly outcome: string }>(
  db: Db,
  batch: Batch<Item, Outcome>,
): (item: Item) => Promise<Result<Outcome>> {
  const runCoalesced = coalesce(
    (items: readonly Item[]) => runTogether(db, batch, items),
    maxBatchSize,
  );
  return async (item) => {
    const done = await runCoalesced(item);
    return isUndecided(done) ? withRetries(() => runSingly(db, batch, item)) : ok(done);
  };
}

function isUndecided(done: { readonly outcome: string }): done is Undecided {
  return done.outcome === 'alone';
}

async function runTogether<Item, Outcome>(
  db: Db,
  batch: Batch<Item, Outcome>,
  items: readonly Item[],
): Promise<readonly (Outcome | Undecided)[]> {
  const undecided = { outcome: 'alone' } as const;
  const first = firstOfEachKey(batch, items);
  try {
    const done = await send(db, batch, first, { waits: false });
    const outcomes = new Map(first.map((item, index) => [item, done[index]]));
    return items.map((item) => outcomes.get(item) ?? undecided);
  } catch (error) {
    if (!isUndone(error)) throw error;
    return items.map(() => undecided);
  }
}

function firstOfEachKey<Item, Outcome>(
  { conflictKeys }: Batch<Item, Outcome>,
  items: readonly Item[],
): Item[] {
  const taken = new Set<string>();
  return items.filter((item) => {
    const names = conflictKeys(item);
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

async function runSingly<Item, Outcome extends { readonly outcome: string }>(
  db: Db,
  batch: Batch<Item, Outcome>,
  item: Item,
): Promise<Result<Outcome>> {
  try {
    const [done] = await send(db, batch, [item], { waits: true });
    if (!done || isUndecided(done)) throw new Error('a single item had no outcome');
    return ok(done);
  } catch (error) {
    const refused = batch.toRefusal(error);
    if (refused) return refused;
    throw error;
  }
}

function send<Item, Outcome>(
  db: Db,
  batch: Batch<Item, Outcome>,
  items: readonly Item[],
  how: { readonly waits: boolean },
): Promise<readonly (Outcome | Undecided)[]> {
  return db.connection().execute(async (connection) => {
    const begun = performance.now();
    try {
      const outcomes = await batch.send(connection, items, how);
      batched.publish({ size: items.length, seconds: (performance.now() - begun) / 1_000 });
      return outcomes;
    } catch (error) {
      // The error arrives before its locks are released; a retry would meet them. Fails if the server crashed.
      if (isUndone(error)) await sql`select`.execute(connection);
      throw error;
    }
  });
}

/** Repeats of an idempotency key run after its first use. */
export function getConflictKeys(claim: Claim | undefined): readonly string[] {
  return claim ? [`${claim.chapterId} ${claim.memberId} ${claim.key}`] : [];
}
