import { withClient } from '#server/database/with-client.ts';

/** By default, PostgreSQL notices after two hours that a machine has lost its power. */
const keepAlives = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`;

/**
 * Does the work unless any server of the database, or a command, is doing it; undefined then. The lock
 * is held by a connection, so that it ends with a process that dies, and within a minute with a machine that
 * does. If the connection is lost, the signal stops the work, because another server may begin.
 */
export async function runExclusively<T>(
  ownerUrl: string,
  what: 'back up' | 'copy a backup' | 'rehearse a restore',
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  return withClient(ownerUrl, `lock to ${what}`, async (client) => {
    const losing = new AbortController();
    const lose = (cause?: unknown) =>
      losing.abort(new Error(`The lock to ${what} was lost with its connection`, { cause }));
    client.on('error', lose);
    client.on('end', lose);
    await client.query(keepAlives);
    const { rows } = await client.query(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as it',
      [what],
    );
    return rows[0].it === true ? await work(losing.signal) : undefined;
  });
}
