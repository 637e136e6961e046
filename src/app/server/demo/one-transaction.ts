/** A database whose transactions are all part of one: everything is done, or nothing. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { connect, type Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';

/** For the whole, whose checks wait for its end; a machine may be slow. */
const limit = { text: '10min', milliseconds: 660_000 };

/** Runs `work` as the owner of the tables, who is bound by the ledger's triggers like any role. */
export async function inOneTransaction(
  ownerUrl: string,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const { pool, close } = connect(ownerUrl, {
    poolSize: 1,
    isPipelined: true,
    maxAnswerMilliseconds: limit.milliseconds,
    settings: {
      statement_timeout: limit.text,
      lock_timeout: limit.text,
      idle_in_transaction_session_timeout: limit.text,
    },
  });
  let failure: unknown;
  try {
    const client = await pool.connect();
    /** What fails first fails all that follows, whose errors say no more than that. */
    const query: Query = async (text, values = []) => {
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    };
    try {
      await query('begin');
      await work(withinTransaction(query));
      await query('commit');
    } finally {
      // Closed, which also ends a transaction that has failed.
      client.release(true);
    }
  } catch (error) {
    throw failure ?? error;
  } finally {
    await close();
  }
}

type Query = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

function withinTransaction(query: Query): Db {
  // Without cursors, which Kysely needs for streaming only.
  const lent: PostgresPoolClient = { query: query as never, release: () => {} };
  const pool = { connect: async () => lent, end: async () => {}, options: {} };
  return new Kysely<Tables>({ dialect: new PartOfTransaction({ pool }) });
}

class PartOfTransaction extends PostgresDialect {
  override createDriver() {
    const driver = super.createDriver();
    const nothing = async () => {};
    // After a failure, PostgreSQL refuses all that follows.
    return Object.assign(driver, {
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
    });
  }
}
