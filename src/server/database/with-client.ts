/** A connection for one piece of work, beside those that requests are served with. */
import pg from 'pg';

/**
 * Runs `work` on a connection of its own, which is closed then. Its statements have no limits, whatever the
 * role has for behind a pooler, or that of `maxMilliseconds`. An abort closes the connection at once.
 */
export async function withClient<T>(
  url: string,
  /** What PostgreSQL lists it as. */
  name: string,
  work: (client: pg.Client) => Promise<T>,
  options: { readonly maxMilliseconds?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { maxMilliseconds = 0, signal } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: `chapter-hub ${name}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c statement_timeout=${maxMilliseconds} -c lock_timeout=${maxMilliseconds} -c idle_in_transaction_session_timeout=0`,
  });
  // A connection lost between two statements fails the next one.
  client.on('error', () => {});
  const leave = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', leave);
  try {
    signal?.throwIfAborted();
    await client.connect();
    // PostgreSQL before 17 refuses a connection with this option.
    await client.query(
      `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`,
    );
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', leave);
    await client.end().catch(() => {});
  }
}

/** A check reads all data. */
const maxCheckMilliseconds = 600_000;

/** For checks, which end with the server. */
export async function withLongTimeout<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withClient(url, 'reconcile', work, { maxMilliseconds: maxCheckMilliseconds, signal });
}

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(
    /^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?/,
    (_, server: string) => `${server}/${name}`,
  );
}
