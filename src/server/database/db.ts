/** The connection to PostgreSQL, with typed tables, timeouts and exact value parsing. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { formatLocal, toInstant } from '#kit/day.ts';
import type { Refused, Result } from '#kit/result.ts';
import { refuse } from '#kit/result.ts';
import { getConstraint } from './constraints.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** What each connection is opened with. */
const settings = {
  search_path: 'hub',
  TimeZone: 'UTC',
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '5s',
};

/** Those that show whether a connection got them. */
export const sessionSettings = {
  search_path: settings.search_path,
  TimeZone: settings.TimeZone,
  statement_timeout: settings.statement_timeout,
};
export type SessionSettings = typeof sessionSettings;

export function connect(
  url: string,
  options: {
    poolSize?: number;
    /** Maximum wait for a connection, including opening one. */
    maxWaitMilliseconds?: number;
    /** Maximum wait for an answer. Above `statement_timeout`: only a lost connection reaches it. */
    maxAnswerMilliseconds?: number;
    onIdleError?: (error: Error) => void;
    settings?: Partial<typeof settings>;
  } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.maxWaitMilliseconds ?? 5_000,
    application_name: 'chapter-hub',
    query_timeout: options.maxAnswerMilliseconds ?? 7_000,
    // A firewall that lost its state says nothing: the operating system asks the other side.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    options: Object.entries({ ...settings, ...options.settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  let isClosing = false;
  // An idle client emits an error when its server goes away; unhandled, it would end the process.
  pool.on('error', (error) => {
    if (!isClosing) options.onIdleError?.(error);
  });
  pool.on('connect', (client) => {
    // An error between two statements of a transaction also fails the next statement.
    client.on('error', () => {});
    prepareByName(client);
  });
  giveUpLostConnections(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const opened = { count: 0 };
  openedConnections.set(db, opened);
  pool.on('connect', () => {
    opened.count += 1;
  });
  return {
    db,
    pool,
    close: async () => {
      isClosing = true;
      await db.destroy();
      // Kysely only ends a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}

const openedConnections = new WeakMap<object, { count: number }>();

/**
 * Number of connections opened so far. If unchanged, the database has not crashed in between: a
 * crash closes every connection, and may reuse transaction ids.
 */
export function countOpenedConnections(db: Db): number {
  return openedConnections.get(db)?.count ?? 0;
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: safeInteger,
  [pg.types.builtins.TIMESTAMPTZ]: (text) =>
    toInstant(Temporal.Instant.from(text.replace(' ', 'T'))),
  [pg.types.builtins.TIMESTAMP]: (text) =>
    formatLocal(Temporal.PlainDateTime.from(text.replace(' ', 'T'))),
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.NUMERIC]: safeInteger,
};

/** Sums of bigint are numeric; both must be safe whole numbers here. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error('a number from the database is not a safe whole number');
  return value;
}

function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format);
}

const maxPreparedStatements = 500;
const statementNames = new Map<string, string>();

function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known || statementNames.size >= maxPreparedStatements) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20);
  statementNames.set(sql, name);
  return name;
}

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/**
 * Names the statements that Kysely sends, so that each connection parses and plans them once.
 * Statements without values (begin, commit) stay unnamed.
 */
function prepareByName(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const named: Query = (text, ...rest) => {
    const [values, ...more] = rest;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
      return query(text, ...rest);
    }
    const name = statementName(text);
    return query(name ? { name, text, values } : { text, values }, ...more);
  };
  client.query = named as typeof client.query;
}

/** Of pg, whose types omit it. */
type Stream = { connection: { stream: { destroy(): void } } };

const noAnswer = 'Query read timeout';

/**
 * A connection without an answer is lost, as after a failover or in a firewall that forgot it: its
 * client would wait forever. The idle ones of the same age are most likely lost, too, and are
 * replaced before anyone waits for them.
 */
function giveUpLostConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) idle.add(client);
  });
  const destroy = (client: pg.PoolClient) =>
    (client as unknown as Stream).connection.stream.destroy();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (...sent) => {
      const answer = query(...(sent as [unknown, ...unknown[]]));
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== noAnswer) return;
          for (const lost of [client, ...idle]) destroy(lost);
        });
      }
      return answer;
    };
    client.query = watched as typeof client.query;
  });
}

const retryable = new Set(['40001', '40P01', '55P03']);
/**
 * An RSVP was inserted while its occurrence, which had none, was being deleted; a retry sees it.
 */
const retryableConstraint = 'rsvp_chapter_id_occurrence_id_fkey';
const maxAttempts = 4;

class Rollback {
  readonly refused: Refused;
  constructor(refused: Refused) {
    this.refused = refused;
  }
}

/** Runs `work` in one transaction, with `withRetries`. A refusal rolls everything back. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> {
  return withRetries(async () => {
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        if (!result.ok) throw new Rollback(result);
        return result;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.refused;
      throw error;
    }
  });
}

/**
 * Retries a whole transaction after serialization failures, deadlocks and lock timeouts, at most
 * three times; then refuses with 503.
 */
export async function withRetries<T>(transact: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === maxAttempts) {
        return refuse(
          'not-ready',
          'busy',
          'The server is busy with the same records. Try again in a moment.',
        );
      }
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

function isRetryable(error: unknown): boolean {
  const isOvertaken = getConstraint(error) === retryableConstraint;
  return isOvertaken || retryable.has(databaseErrorCode(error) ?? '');
}

/**
 * Whether a statement certainly had no effect. False if the connection was lost, because the
 * outcome is then unknown.
 */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

export function databaseErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
