/** Runs two concurrent operations in the order that a race requires. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { patient, type TestHub } from '#app/testing/hub.ts';
import { connect, type Tx } from '#server/database/db.ts';

/** Runs `first` until it waits for what `hold` locked, then `second`, then releases both. */
async function runInOrder<T, U>(
  hub: TestHub,
  hold: (tx: Tx) => Promise<unknown>,
  first: () => Promise<T>,
  second: () => Promise<U>,
): Promise<[T, U]> {
  const owner = connect(hub.database.ownerUrl, { ...patient, poolSize: 1 });
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(hub.db);
    return rows[0]?.n;
  };
  const waits = (n: number) => expect.poll(waiting).toBe(n);
  try {
    let both: [Promise<T>, Promise<U>] | undefined;
    await owner.db.transaction().execute(async (tx) => {
      await hold(tx);
      const running = first();
      await waits(1);
      both = [running, second()];
      await Promise.race([both[1], waits(2)]);
    });
    if (!both) throw new Error('nothing was held');
    return await Promise.all(both);
  } finally {
    await owner.close();
  }
}

/** Runs `meanwhile` while `change` has done everything but commit. */
export const whileUncommitted = <T, U>(
  hub: TestHub,
  change: () => Promise<T>,
  meanwhile: () => Promise<U>,
) =>
  runInOrder(
    hub,
    // The audit is what every change writes last.
    (tx) => sql`lock table hub.audit in exclusive mode`.execute(tx),
    change,
    meanwhile,
  );

/** Runs `meanwhile` while the session of `signingIn` is about to begin. */
export const whileSessionPending = <T, U>(
  hub: TestHub,
  email: string,
  signingIn: () => Promise<T>,
  meanwhile: () => Promise<U>,
) =>
  runInOrder(
    hub,
    (tx) => sql`select from auth.account where email = ${email} for update`.execute(tx),
    signingIn,
    meanwhile,
  );
