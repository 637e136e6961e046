/**
 * A server for one spec with its own database, which can be stopped and restarted: for real failures
 * instead of mocked ones.
 */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequest, APIRequestContext } from '@playwright/test';
import pg from 'pg';
import {
  type HubProcess,
  removeDataDir,
  runHub,
  startHub,
  stop,
} from '#app/testing/hub-process.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/postgres/embedded-postgres.ts';
import { scratchFolder } from '#server/postgres/scratch-folder.ts';
import { test as journey } from './journey.ts';

export type IsolatedHub = {
  readonly url: string;
  /** A second server on the same database with rate limits on. */
  rateLimitedUrl(): Promise<string>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Runs SQL as the database owner without triggers, for states the app cannot produce. */
  sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Adds a member without an account and returns the id. */
  addMember(firstName: string, lastName: string): Promise<string>;
  /** Runs `hub reconcile` where figures differ, which suspends money operations. */
  reconcile(): Promise<void>;
  /** Explains every difference like an operator, which resumes money operations. */
  explainDifferences(): Promise<string>;
  signIn(request: APIRequestContext): Promise<void>;
  close(): Promise<void>;
};

export const admin = { email: 'ada@example.org', password: 'a long enough password' };
const SET_UP = /^Set it up .*: http\S+#(\S+)$/m;

export async function startIsolatedHub(
  request: APIRequest,
  configuration: Record<string, string> = {},
): Promise<IsolatedHub> {
  const home = scratchFolder(join(tmpdir(), 'chapter-hub-e2e'));
  const [databaseDir, dataDir, otherDir] = ['database', 'hub', 'other'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  await mkdir(databaseDir, { recursive: true, mode: 0o755 });
  const log = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) };
  let database: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const env = {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    HUB_SECRET: 'a secret for journeys, and for journeys alone',
    // Provoked failures would fill the log.
    LOG_LEVEL: 'silent',
    ...configuration,
  };
  const hubs: HubProcess[] = [await startHub(dataDir, [], env)];
  const url = hubs[0]?.url ?? '';
  const token = SET_UP.exec(hubs[0]?.stdout() ?? '')?.[1];
  const guest = await request.newContext({ baseURL: url });
  const reply = await guest.post('/api/setup', {
    data: { ...admin, token, firstName: 'Ada', lastName: 'Lovelace' },
  });
  if (!reply.ok()) throw new Error(`The chapter was not created: ${await reply.text()}`);
  await guest.dispose();

  const sql: IsolatedHub['sql'] = async (statement, values = []) => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await client.query('set search_path = hub; set session_replication_role = replica');
      return (await client.query(statement, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  return {
    url,
    sql,
    rateLimitedUrl: async () => {
      hubs[1] ??= await startHub(otherDir, [], { ...env, RATE_LIMIT: 'on' });
      return hubs[1].url;
    },
    stopDatabase: () => database.stop(),
    startDatabase: async () => {
      database = await startEmbeddedPostgres({ dataDir: databaseDir, log });
    },
    addMember: async (firstName, lastName) => {
      const [row] = await sql(
        `insert into member (chapter_id, id, display_name, first_name, last_name, email, created_at, updated_at)
         select id, gen_random_uuid(), $1 || ' ' || $2, $1, $2, gen_random_uuid() || '@example.org', now(), now()
         from chapter returning id`,
        [firstName, lastName],
      );
      return String(row?.['id']);
    },
    reconcile: async () => {
      const command = runHub(['reconcile', '--data', dataDir], env);
      const { code } = await command.ended;
      if (code !== 1) throw new Error(`No figures differ: ${command.stdout()}${command.stderr()}`);
    },
    explainDifferences: async () => {
      const command = runHub(['reconcile', '--explain', 'tried', '--data', dataDir], env);
      await command.ended;
      return command.stdout();
    },
    signIn: async (request) => {
      const reply = await request.post('/api/auth/sign-in', { data: admin });
      if (!reply.ok()) throw new Error(`Not signed in: ${await reply.text()}`);
    },
    close: async () => {
      await Promise.all(hubs.map(stop));
      await database.stop();
      await removeDataDir(home, []);
    },
  };
}

/**
 * A test whose worker has a hub of its own. Each file creates its own: files that share one may run in
 * the same worker, and would find what the other has left in the hub.
 */
export function createIsolatedTest(prepare: (hub: IsolatedHub) => Promise<void> = async () => {}) {
  return journey.extend<object, { hub: IsolatedHub }>({
    hub: [
      async ({ playwright }, provide) => {
        const hub = await startIsolatedHub(playwright.request);
        await prepare(hub);
        await provide(hub);
        await hub.close();
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    baseURL: async ({ hub }, provide) => provide(hub.url),
  });
}
