/** The real app on a new database, called without a socket, for tests of routes. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { createMainCalendar } from '#features/events/server/store.ts';
import type { PasswordCost } from '#features/identity/server/shared/password.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { issueToken } from '#features/identity/server/tokens/bearer-token.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Endpoint, RefusalBody } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import type { Area } from '#server/area.ts';
import type { Difference } from '#server/checks/reconciliation.ts';
import { createStorageWatch, type StorageWatch } from '#server/checks/storage.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/config.ts';
import { connect, type Database, type Db, type Pooler } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { pendingMigrations } from '#server/database/migrate.ts';
import type { ReportDatabase } from '#server/database/report-database.ts';
import { apiBase } from '#server/http/serve.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { createHub } from '../server/hub.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { listRoutes } from './list-routes.ts';

export type TestReply<T> = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The decoded reply; throws with the refusal if refused. */
  value(): T;
  /** The refusal; throws if not refused. */
  refusal(): RefusalBody;
  text: string;
};

export type Sent<E extends Endpoint> = {
  params?: z.output<E['params']>;
  query?: Partial<z.output<E['query']>> | Record<string, string | number>;
  /** The body as domain type; `raw` sends wire text unchanged. */
  body?: z.output<E['body']>;
  raw?: string;
  headers?: Record<string, string>;
};

export type TestPerson = {
  memberId: Id<'member'>;
  chapterId: Id<'chapter'>;
  accountId: string;
  sessionId: string;
  token: string;
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<TestReply<z.output<E['reply']>>>;
};

export type TestChapter = {
  id: Id<'chapter'>;
  /** Adds an active member with an account and a valid session. */
  person(name: string, role?: Role): Promise<TestPerson>;
};

export type TestHub = {
  app: FastifyInstance;
  db: Db;
  database: Database & { ownerUrl: string; appUrl: string };
  config: Config;
  identity: IdentityServices;
  /** An empty chapter with its main calendar. */
  chapter(name?: string): Promise<TestChapter>;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** All routes registered in Fastify. */
  routes(): readonly { method: string; url: string }[];
  /** All endpoints served by contract. */
  endpoints: readonly Endpoint[];
  areas: readonly Area[];
  /** Holds contents of files, if `config` names one. */
  fileBucket: Bucket | undefined;
  /** Differences found by reconciliation, by default of all chapters; must be empty. */
  differences(chapterId?: Id<'chapter'>): Promise<Difference[]>;
  close(): Promise<void>;
};

/** Limits that a busy machine does not reach: a test has no more time itself. */
export const patient = {
  maxAnswerMilliseconds: 300_000,
  maxWaitMilliseconds: 240_000,
  settings: {
    statement_timeout: '240s',
    lock_timeout: '240s',
    idle_in_transaction_session_timeout: '240s',
  },
};

function waitFor(lockTimeout = patient.settings.lock_timeout) {
  return { ...patient, settings: { ...patient.settings, lock_timeout: lockTimeout } };
}

const smallCost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/** For commands that run beside a test's hub. */
export const testSecret = 'a secret for tests, and for tests alone';

export async function startTestHub(
  settings: {
    config?: Partial<Config>;
    isDemo?: boolean;
    poolSize?: number;
    /** None unless given: a busy machine must not be taken for the hub's refusal. */
    maxDelay?: number;
    /** Whether the database is waited for as a server does: no longer than few machines need. */
    isHurried?: boolean;
    /** How long a patient one waits for a lock; 240 s unless given. */
    lockTimeout?: string;
    /** What time it is for what is asked, when it is not now: people and sessions are of now. */
    clock?: () => Instant;
    /** A fresh one unless given; it goes with the hub. */
    database?: TestDatabase;
    /** A pooler in front of it, whose role has its settings. */
    pooler?: Pooler;
    reports?: ReportDatabase;
    storage?: StorageWatch;
    /** `testSecret` unless given. */
    secret?: string;
    /** `smallCost` unless given: hashing would take more time than all else of a sign-in. */
    passwordCost?: PasswordCost;
    /** Receives identity's messages to the operator. */
    onError?: (message: string) => void;
  } = {},
): Promise<TestHub> {
  const made = settings.database ?? (await createTestDatabase());
  const { pooler } = settings;
  const database = connect(pooler?.url ?? made.appUrl, {
    poolSize: settings.poolSize ?? 8,
    ...(pooler ? { isPooled: true, preparesByName: pooler.preparesByName } : {}),
    ...(settings.isHurried ? {} : waitFor(settings.lockTimeout)),
  });
  const { db, pool } = database;
  const config = { ...readConfig({ RATE_LIMIT: 'off' }), ...settings.config };
  const { app, api, identity, areas, fileBucket } = await createHub({
    config,
    db,
    ownerUrl: made.ownerUrl,
    reports: settings.reports,
    secret: settings.secret ?? testSecret,
    passwordCost: settings.passwordCost ?? smallCost,
    publicUrl: () => config.publicUrl ?? 'http://localhost',
    isDemo: settings.isDemo ?? false,
    maxDelay: settings.maxDelay ?? 0,
    pendingMigrations: () => pendingMigrations(pool),
    figuresCheck: () => 'done',
    storage: settings.storage ?? createStorageWatch(() => {}),
    ...(settings.clock ? { clock: settings.clock } : {}),
    ...(settings.onError ? { onError: settings.onError } : {}),
    logger: false,
  });
  const { note } = app.storage;
  app.storage.note = (error) => {
    failures.set(app, error);
    return note(error);
  };
  await app.ready();

  return {
    app,
    db,
    database: { ...database, ownerUrl: made.ownerUrl, appUrl: made.appUrl },
    config,
    identity,
    chapter: (name = 'San Diego') => createTestChapter(app, identity, name),
    request: (options) => app.inject(options),
    routes: () => listRoutes(app),
    endpoints: api.endpoints,
    areas,
    fileBucket,
    differences: (chapterId) => differencesIn(database, chapterId),
    close: async () => {
      await app.close();
      await database.close();
      await made.drop();
    },
  };
}

/** Asked without keeping what is found, which is for the checks of a server. */
async function differencesIn({ pool }: Database, chapterId?: Id<'chapter'>): Promise<Difference[]> {
  const { rows } = await pool.query<Difference>(
    `select chapter_id as "chapterId", check_name as "check", subject_id as "subjectId", expected, actual
      from hub.difference ${chapterId === undefined ? '' : 'where chapter_id = $1'}
      order by check_name, chapter_id, subject_id`,
    chapterId === undefined ? [] : [chapterId],
  );
  return rows;
}

async function createTestChapter(
  app: FastifyInstance,
  identity: IdentityServices,
  name: string,
): Promise<TestChapter> {
  const id = newId<'chapter'>();
  const now = toInstant(Temporal.Now.instant());
  const links = {
    chapterSiteUrl: 'https://chapter.example.org',
    networkHubUrl: 'https://hub.example.org',
    learningCentreUrl: 'https://learn.example.org',
    localPlatformUrl: 'https://platform.example.org',
  };
  const timeZone = 'America/Los_Angeles';
  await identity.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('chapter')
      .values({
        id,
        name,
        time_zone: timeZone,
        chapter_site_url: links.chapterSiteUrl,
        network_hub_url: links.networkHubUrl,
        learning_centre_url: links.learningCentreUrl,
        local_platform_url: links.localPlatformUrl,
        created_at: now,
      })
      .execute();
    await createMainCalendar(tx, { id, timeZone }, { now, newId });
  });
  return {
    id,
    person: (displayName, role = 'member') => makePerson(app, identity, id, displayName, role),
  };
}

async function makePerson(
  app: FastifyInstance,
  identity: IdentityServices,
  chapterId: Id<'chapter'>,
  displayName: string,
  role: Role,
): Promise<TestPerson> {
  const memberId = newId<'member'>();
  const [accountId, sessionId] = [newId(), newId()];
  const email = `${displayName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${memberId.slice(-12)}@example.org`;
  const now = toInstant(Temporal.Now.instant());
  const { db } = identity;
  await sql`insert into auth.account (id, name, email, is_email_verified)
    values (${accountId}, ${displayName}, ${email}, true)`.execute(db);
  await sql`insert into auth.session (id, expires_at, token, last_used_at, account_id, active_chapter_id)
    values (${sessionId}, now() + interval '1 day', ${newId()}, now(), ${accountId}, ${chapterId})`.execute(
    db,
  );
  const [firstName = displayName, ...rest] = displayName.split(' ');
  await db
    .insertInto('member')
    .values({
      chapter_id: chapterId,
      id: memberId,
      account_id: accountId,
      external_user_identifier: accountId,
      display_name: displayName,
      first_name: firstName,
      last_name: rest.join(' ') || null,
      email,
      primary_phone: null,
      role,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('account_chapter')
    .values({ account_id: accountId, chapter_id: chapterId, member_id: memberId })
    .execute();
  const { token } = await issueToken(identity, {
    accountId,
    sessionId,
    chapterId,
    lifetimeSeconds: 3_600,
  });
  return {
    memberId,
    chapterId,
    accountId,
    sessionId,
    token,
    call: (endpoint, sent) => callApp(app, endpoint, { authorization: `Bearer ${token}` }, sent),
  };
}

/** What last failed in an app: a reply of 500 gives no reason, and the log leaves out the message. */
const failures = new WeakMap<FastifyInstance, unknown>();

/** Calls an endpoint of the app by its contract, with these headers. */
export async function callApp<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  headers: Record<string, string>,
  sent: Sent<E> = {},
): Promise<TestReply<z.output<E['reply']>>> {
  const params = (sent.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const search =
    query.length > 0
      ? `?${new URLSearchParams(query.map(([k, v]) => [k, String(v)])).toString()}`
      : '';
  const payload =
    sent.raw ??
    (sent.body === undefined
      ? undefined
      : sent.body instanceof Uint8Array
        ? Buffer.from(sent.body)
        : JSON.stringify(z.encode(endpoint.body, sent.body as never)));
  const reply = await app.inject({
    method: endpoint.method,
    url: `${apiBase}${path}${search}`,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': endpoint.bodyType }),
      ...headers,
      ...sent.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isDone = reply.statusCode < 400;
  const description = `${endpoint.method} ${path} answered ${reply.statusCode}: ${reply.body}`;
  const cause = reply.statusCode === 500 ? failures.get(app) : undefined;
  return {
    status: reply.statusCode,
    headers: reply.headers as IncomingHttpHeaders,
    text: reply.body,
    value: () => {
      if (!isDone) throw new Error(description, { cause });
      const wire: unknown = reply.body === '' ? undefined : JSON.parse(reply.body);
      return z.decode(endpoint.reply, wire as never) as z.output<E['reply']>;
    },
    refusal: () => {
      if (isDone) throw new Error(description);
      return JSON.parse(reply.body) as RefusalBody;
    },
  };
}
