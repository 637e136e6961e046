/** Refuses databases behind a pooler that lends each transaction another connection. */
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { sessionSettings } from './db.ts';

/** Of pg, whose types omit it: what the other end called this connection when it opened. */
type Opened = { readonly processID: number | null };

/** Settings that show whether a connection got them. */
const probed = ['search_path', 'TimeZone', 'statement_timeout'] as const;

type Seen = { pid: number } & Record<(typeof probed)[number], string>;

/**
 * `DATABASE_URL` is for connections whose settings, limits and locks last: migrations, checks, jobs and,
 * without a pooler of its own, requests. Behind PgBouncer in transaction mode none of them would. A direct connection
 * is recognized by one statement; a pooler is another process than the one that answers.
 */
export async function refusePooler(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const seen = await look(client);
    if (seen.pid === (client as unknown as Opened).processID) return;
    const differing = probed.some((name) => seen[name] !== sessionSettings[name]);
    if (differing || (await changesConnections(pool, client, seen.pid))) throw pooled();
  } finally {
    client.release();
  }
}

/** Whether another client gets the connection this one has just used, although both are open. */
async function changesConnections(
  pool: pg.Pool,
  client: pg.PoolClient,
  pid: number,
): Promise<boolean> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    const taken = await look(other);
    const own = await look(client);
    await other.query('rollback');
    return taken.pid === pid || own.pid !== pid;
  } finally {
    other.release();
  }
}

async function look(client: pg.PoolClient): Promise<Seen> {
  const { rows } = await client.query<Seen>(
    `select pg_backend_pid() as pid, current_setting('search_path') as search_path,
      current_setting('TimeZone') as "TimeZone",
      current_setting('statement_timeout') as statement_timeout`,
  );
  const [seen] = rows;
  if (seen === undefined) throw new Error('the database did not describe its connection');
  return seen;
}

/** PgBouncer's own refusals, of what each connection is opened with. */
export function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

export function pooled(variable = 'DATABASE_URL'): CommandError {
  return new CommandError(
    `${variable} leads to a connection pooler, such as PgBouncer in transaction mode. Connect to PostgreSQL itself, and name the pooler in POOLER_DATABASE_URL; or to a pooler in session mode that passes startup options on.`,
  );
}
