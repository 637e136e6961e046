/**
 * A hub of a spec's own, on a database of its own that can be stopped and started again under it:
 * for failures that are provoked and not pretended.
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

export type OwnHub = {
  readonly url: string;
  /** The same hub once more, with its limits on. */
  limitedUrl(): Promise<string>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** As the owner of the database, whom no trigger stops: what only happens elsewhere happens. */
  sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A member without an account; the id. */
  addMember(firstName: string, lastName: string): Promise<string>;
  /** As an operator recomputes the figures, where some differ: money stops. */
  checkFigures(): Promise<void>;
  /** As an operator explains every difference: money may move again. */
  explainFigures(): Promise<string>;
  signIn(request: APIRequestContext): Promise<void>;
  close(): Promise<void>;
};

export const admin = { email: 'ada@example.org', password: 'a long enough password' };
const SET_UP = /^Set it up .*: http\S+#(\S+)$/m;

export async function makeOwnHub(
  request: APIRequest,
  configuration: Record<string, string> = {},
): Promise<OwnHub> {
  const home = scratchFolder(join(tmpdir(), 'chapter-hub-e2e'));
  const [databaseDir, dataDir, otherDir] = ['database', 'hub', 'other'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  await mkdir(databaseDir, { recursive: true, mode: 0o755 });
  const log = { info: () => {}, warn: (words: string) => process.stderr.write(`${words}\n`) };
  let database: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const env = {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    HUB_SECRET: 'a secret for journeys, and for journeys alone',
    // What this is about is refused on purpose; the log would be full of it.
    LOG_LEVEL: 'silent',
    ...configuration,
  };
  const hubs: HubProcess[] = [await startHub(dataDir, [], env)];
  const url = hubs[0]?.url ?? '';
  const token = SET_UP.exec(hubs[0]?.stdout() ?? '')?.[1];
  const guest = await request.newContext({ baseURL: url });
  const made = await guest.post('/api/setup', {
    data: { ...admin, token, firstName: 'Ada', lastName: 'Lovelace' },
  });
  if (!made.ok()) throw new Error(`The chapter was not made: ${await made.text()}`);
  await guest.dispose();

  const sql: OwnHub['sql'] = async (statement, values = []) => {
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
    limitedUrl: async () => {
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
    checkFigures: async () => {
      const command = runHub(['reconcile', '--data', dataDir], env);
      const { code } = await command.ended;
      if (code !== 1) throw new Error(`No figures differ: ${command.stdout()}${command.stderr()}`);
    },
    explainFigures: async () => {
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
