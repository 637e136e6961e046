import pg from 'pg';

/**
 * Does the work unless any server of the database, or a command, is doing it; undefined then. The lock
 * is held by a connection, so that it ends with a process that dies.
 */
export async function runExclusively<T>(
  ownerUrl: string,
  what: 'back up' | 'rehearse a restore',
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: `chapter-hub lock to ${what}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as it',
      [what],
    );
    return rows[0].it === true ? await work() : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
