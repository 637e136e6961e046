/**
 * A server for one spec with its own database, which can be stopped and restarted: for real failures
 * instead of mocked ones.
 */
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import pg from 'pg';
import {
  type HubProcess,
  removeDataDir,
  runHub,
  startHub,
  stop,
} from '#app/testing/hub-process.ts';
import {
  admin,
  copyFoundedChapter,
  foldersIn,
  settingsOn,
  startDatabase,
} from './founded-chapter.ts';
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

export async function startIsolatedHub(
  configuration: Record<string, string> = {},
): Promise<IsolatedHub> {
  const home = await copyFoundedChapter();
  const { dataDir } = foldersIn(home);
  let database = await startDatabase(home);
  const env = { ...settingsOn(database), ...configuration };
  const hubs: HubProcess[] = [await startHub(dataDir, [], env)];
  const url = hubs[0]?.url ?? '';

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
      hubs[1] ??= await startHub(join(home, 'other'), [], { ...env, RATE_LIMIT: 'on' });
      return hubs[1].url;
    },
    stopDatabase: () => database.stop(),
    startDatabase: async () => {
      database = await startDatabase(home);
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
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
      async ({}, provide) => {
        const hub = await startIsolatedHub();
        await prepare(hub);
        await provide(hub);
        await hub.close();
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    baseURL: async ({ hub }, provide) => provide(hub.url),
  });
}
