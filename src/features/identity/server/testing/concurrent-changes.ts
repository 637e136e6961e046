/** Two things at the same moment, in the very order that a race would need. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { patient, type TestHub } from '#app/testing/hub.ts';
import { connect, type Tx } from '#server/database/db.ts';

/** `first` gets as far as it can while somebody holds what `hold` locked; then `second`; then both end. */
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
      const begun = first();
      await waits(1);
      both = [begun, second()];
      await Promise.race([both[1], waits(2)]);
    });
    if (!both) throw new Error('nothing was held');
    return await Promise.all(both);
  } finally {
    await owner.close();
  }
}

/** While `change` has done everything and has yet to commit. */
export const whileUncommitted = <T, U>(
  hub: TestHub,
  change: () => Promise<T>,
  meanwhile: () => Promise<U>,
) =>
  runInOrder(
    hub,
    // What every change writes last.
    (tx) => sql`lock table hub.audit in exclusive mode`.execute(tx),
    change,
    meanwhile,
  );

/** While the session of `signingIn` is about to begin. */
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
