import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OWNER_ROLE } from './cluster.ts';

/** Held by the owner of a running PostgreSQL; an arbitrary number, which must never change. */
const OWNER_LOCK = 0x43_48_55_42;

export type Ownership = {
  readonly fingerprint: string;
  /** Resolves when the session that holds the lock ends, for whatever reason. */
  readonly ended: Promise<void>;
  /** Asks the session, which may have ended a moment ago; true if it doesn't respond within a second. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
};

export type OwnershipAttempt =
  | { readonly kind: 'taken'; readonly ownership: Ownership }
  | { readonly kind: 'held'; readonly byPid: number | undefined }
  | {
      readonly kind: 'unreachable';
      readonly reason: string;
      /** A server that starts, stops or does not answer; otherwise there is none. */
      readonly isListening: boolean;
    };

/**
 * Tries to become the owner of the server at `socketDir`. Ownership is a lock held by a session of
 * that server: no two processes can hold it, it needs no file, and it is released when its holder
 * dies, however it dies.
 */
export async function tryAcquire(socketDir: string): Promise<OwnershipAttempt> {
  const client = createClient(socketDir);
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.once('error', () => resolve());
  });
  // The server's shutdown also arrives as an error; `ended` covers it.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select pg_try_advisory_lock($1) as taken, current_setting('cluster_name') as fingerprint`,
      [OWNER_LOCK],
    );
    if (rows[0].taken === true) {
      const release = async () => client.end().catch(() => {});
      const isHeld = async () => {
        const asked = client.query('select').then(
          () => true,
          () => false,
        );
        return Promise.race([asked, sleep(1_000, true, { ref: false })]);
      };
      return {
        kind: 'taken',
        ownership: { fingerprint: String(rows[0].fingerprint), ended, isHeld, release },
      };
    }
    const byPid = await holder(client);
    await client.end();
    return { kind: 'held', byPid };
  } catch (error) {
    await client.end().catch(() => {});
    const { message: reason, code } = error as NodeJS.ErrnoException;
    return { kind: 'unreachable', reason, isListening: !isNobody(code) };
  }
}

/** Whether a server is there and ready. */
export async function isServing(socketDir: string): Promise<boolean> {
  const client = createClient(socketDir);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function createClient(socketDir: string): pg.Client {
  return new pg.Client({
    host: socketDir,
    port: 5432,
    user: OWNER_ROLE,
    database: 'postgres',
    application_name: `chapter-hub ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
}

/** No socket, or one that a killed server left behind. */
function isNobody(code: string | undefined): boolean {
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

/** Acquires the lock again after the server has dropped every session, as after a crash of one. */
export async function reacquire(
  socketDir: string,
  shouldRetry: () => boolean,
): Promise<Ownership | undefined> {
  while (shouldRetry()) {
    const attempt = await tryAcquire(socketDir);
    if (attempt.kind === 'taken') return attempt.ownership;
    if (attempt.kind === 'held') return undefined;
    await sleep(50);
  }
  return undefined;
}

async function holder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1`,
    [OWNER_LOCK],
  );
  const pid = /^chapter-hub (\d+)$/.exec(String(rows[0]?.application_name))?.[1];
  return pid === undefined ? undefined : Number(pid);
}
