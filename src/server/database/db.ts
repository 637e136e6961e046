/** The connection to PostgreSQL, with typed tables, timeouts and exact value parsing. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { formatLocal, type Instant, type LocalDateTime, toInstant } from '#kit/day.ts';
import type { Refused, Result } from '#kit/result.ts';
import { refuse } from '#kit/result.ts';
import { getConstraint } from './constraints.ts';
import { giveUpLostConnections, prepareByName } from './pool-clients.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** `await using` closes it. */
export type Database = AsyncDisposable & { db: Db; pool: pg.Pool; close(): Promise<void> };

/** What each connection is opened with, or the server's role has behind a pooler. */
export const sessionSettings = {
  search_path: 'hub',
  TimeZone: 'UTC',
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '5s',
};
export type SessionSettings = typeof sessionSettings;

/** A pooler that lends each transaction a connection, such as PgBouncer. */
export type Pooler = {
  readonly url: string;
  /** Whether it follows the names of prepared statements, as PgBouncer does from 1.21 on. */
  readonly preparesByName: boolean;
};

export function connect(
  url: string,
  options: {
    poolSize?: number;
    /** Maximum wait for a connection, including opening one. */
    maxWaitMilliseconds?: number;
    /** Maximum wait for an answer. Above `statement_timeout`: only a lost connection reaches it. */
    maxAnswerMilliseconds?: number;
    maxLifetimeSeconds?: number;
    onIdleError?: (error: Error) => void;
    settings?: Partial<SessionSettings>;
    /** Behind a pooler the role has the settings: it opens connections for anyone. */
    isPooled?: boolean;
    preparesByName?: boolean;
    /** Statements are sent without waiting for the answers to those before. */
    isPipelined?: boolean;
  } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.maxWaitMilliseconds ?? 5_000,
    // What a connection has prepared and cached, and the names it used up, last no longer.
    maxLifetimeSeconds: options.maxLifetimeSeconds ?? 3_600,
    application_name: 'chapter-hub',
    query_timeout: options.maxAnswerMilliseconds ?? 7_000,
    // A firewall that lost its state says nothing: the operating system asks the other side.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: options.isPipelined ?? false,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    ...(options.isPooled ? {} : { options: toStartupOptions(options.settings) }),
  });
  let isClosing = false;
  // An idle client emits an error when its server goes away; unhandled, it would end the process.
  pool.on('error', (error) => {
    if (!isClosing) options.onIdleError?.(error);
  });
  pool.on('connect', (client) => {
    // An error between two statements of a transaction also fails the next statement.
    client.on('error', () => {});
    if (options.preparesByName ?? true) prepareByName(client);
  });
  giveUpLostConnections(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    isClosing = true;
    await db.destroy();
    // Kysely only ends a pool that it has used.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, close, [Symbol.asyncDispose]: close };
}

function toStartupOptions(own: Partial<SessionSettings> = {}): string {
  return Object.entries({ ...sessionSettings, ...own })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** What times are like from the year 0 to 9999. Lists have thousands, and taking them apart takes ten times as long. */
const usualInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;
const wholeMinute = /^\d{4}-\d\d-\d\d \d\d:\d\d:00$/;

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: safeInteger,
  [pg.types.builtins.TIMESTAMPTZ]: (text) =>
    usualInstant.test(text)
      ? (`${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z` as Instant)
      : toInstant(Temporal.Instant.from(text.replace(' ', 'T'))),
  [pg.types.builtins.TIMESTAMP]: (text) =>
    wholeMinute.test(text)
      ? (`${text.slice(0, 10)}T${text.slice(11, 16)}` as LocalDateTime)
      : formatLocal(Temporal.PlainDateTime.from(text.replace(' ', 'T'))),
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

const retryable = new Set(['40001', '40P01', '55P03']);
/**
 * An RSVP was inserted while its occurrence, which had none, was being deleted; a retry sees it.
 */
const retryableConstraint = 'rsvp_chapter_id_occurrence_id_fkey';
/** A primary that now only reads, and one that takes no connections: another attempt may find the new one. */
const leftPrimary = new Set(['25006', '57P03']);
/** The server ends this connection. Its outcome is known only if nothing was to be committed yet. */
const endedByServer = new Set(['57P01', '57P02']);
const endedBeforeCommit = new WeakSet<object>();
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
    let failure: unknown;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx).catch((error: unknown) => {
          failure = error;
          throw error;
        });
        if (!result.ok) throw new Rollback(result);
        return result;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.refused;
      // Else what the rollback says, on a connection that has ended.
      if (failure instanceof Error) {
        if (endedByServer.has(databaseErrorCode(failure) ?? '')) endedBeforeCommit.add(failure);
        throw failure;
      }
      throw error;
    }
  });
}

/**
 * Retries a whole transaction after serialization failures, deadlocks and lock timeouts, and after a
 * failover if certainly nothing was committed, at most three times; then refuses with 503.
 */
export async function withRetries<T>(transact: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const hasFailedOver = isAfterFailover(error);
      if (!hasFailedOver && !isRetryable(error)) throw error;
      if (attempt === maxAttempts) {
        if (hasFailedOver) throw error;
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

function isAfterFailover(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return endedBeforeCommit.has(error) || leftPrimary.has(databaseErrorCode(error) ?? '');
}

/**
 * What ends a connection or refuses one: its own class 08, two timeouts of transactions, sign-in, an
 * unknown database, too many connections, and a server that shuts down or starts.
 */
const endsConnection = /^(08|25P0[34]|28|3D|53300|57P)/;

/**
 * Whether a statement certainly had no effect. False if the connection was lost, because the outcome is
 * then unknown. Not by the severity, which PostgreSQL translates (`FEHLER`). Almost any other code may
 * come with the crash of the server, so use the same connection again before relying on it.
 */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return !endsConnection.test(error.code);
}

export function databaseErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
