/**
 * Isolation of two chapters on one installation: nothing of one is visible or reachable from the
 * other. Every route is called by an admin of one chapter with every id of the other, in path,
 * query and body; new routes and tables are covered automatically.
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import { planRandom } from './amounts.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { createFixtures, type Fixtures, type Params } from './matrix/fixtures.ts';
import {
  type Answer,
  type Asked,
  buildValidRequest,
  type Credentials,
  credentialsOf,
  hasBody,
  nameOf,
  parametersOf,
  sampleOf,
  send,
} from './matrix/requests.ts';
import { makers } from './matrix/samples.ts';
import { schemaOf, slotsOf } from './matrix/schemas.ts';

const { amount: share, seed } = planRandom('foreign-ids');

let hub: TestHub;
let here: Fixtures;
let elsewhere: Fixtures;
/** Of each kind (a table's column) a few. */
let foreignIds: readonly string[];
let allForeignIds: ReadonlySet<string>;

beforeAll(async () => {
  hub = await startTestHub();
  here = await createFixtures(hub, 'Heron');
  elsewhere = await createFixtures(hub, 'Zanzibar');
  await fill(elsewhere);
  await fill(here);
  const columns = await idsOf(elsewhere.chapter.id);
  const ours = new Set((await idsOf(here.chapter.id)).flatMap(({ ids }) => ids));
  allForeignIds = new Set(columns.flatMap(({ ids }) => ids).filter((id) => !ours.has(id)));
  foreignIds = [
    ...new Set(columns.flatMap(({ ids }) => ids.filter((id) => !ours.has(id)).slice(-1))),
  ];
});
afterAll(() => hub?.close());

/** One thing of every kind, and whatever the writes of the samples leave. */
async function fill(fixtures: Fixtures): Promise<void> {
  for (const endpoint of hub.endpoints) {
    if (endpoint.method === 'GET' || endpoint.policy === 'anyone') continue;
    if (endpoint.policy === 'signed-in' || endpoint.policy === 'installation-admin') continue;
    const caller = await fixtures.chapter.person(`Pat ${fixtures.mark}`, 'admin');
    const request = await buildValidRequest(endpoint, fixtures, caller);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, caller), request);
  }
  const parents: Params = {};
  for (const make of Object.values(makers)) {
    for (const needed of ['walletId', 'expenseId', 'calendarId']) {
      parents[needed] ??= (await makers[needed]?.(fixtures, {})) ?? '';
    }
    await make(fixtures, parents);
  }
}

type Columns = readonly { table: string; column: string; ids: string[] }[];

async function tablesOfChapters(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'hub'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'chapter_id'
    where c.relkind = 'r' order by 1`.execute(hub.db);
  return rows.map(({ table }) => table);
}

/** Every UUID that the database knows of a chapter. */
async function idsOf(chapterId: Id<'chapter'>): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'hub'
    join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype
    where c.relkind = 'r' and exists (
      select from pg_attribute k where k.attrelid = c.oid and k.attname = 'chapter_id')
    order by 1, 2`.execute(hub.db);
  return Promise.all(
    rows.map(async ({ table, column }) => {
      const found = await sql<{ id: string }>`
        select distinct ${sql.ref(column)} as id from ${sql.table(`hub.${table}`)}
        where chapter_id = ${chapterId} and ${sql.ref(column)} is not null order by 1`.execute(
        hub.db,
      );
      return { table, column, ids: found.rows.map(({ id }) => id) };
    }),
  );
}

/** Of every table what it holds of a chapter: another hash, another row. */
async function hashesOf(chapterId: Id<'chapter'>): Promise<Record<string, string | null>> {
  const hashes = await Promise.all(
    (await tablesOfChapters()).map(async (table) => {
      const { rows } = await sql<{ hash: string | null }>`
        select md5(string_agg(t::text, e'\n' order by t::text)) as hash
        from ${sql.table(`hub.${table}`)} t where chapter_id = ${chapterId}`.execute(hub.db);
      return [table, rows[0]?.hash ?? null] as const;
    }),
  );
  return Object.fromEntries(hashes);
}

/** A thing may have the id that one of another chapter has: then they are two. */
const freeToChoose: Record<string, readonly string[]> = {
  'POST /expenses': ['id'],
  'POST /expenses/{expenseId}/money-back': ['id'],
  'POST /files': ['id'],
  'POST /calendars/{calendarId}/imports': ['id'],
  'POST /recurring-expenses': ['expense.id'],
  'PUT /events/occurrences/{occurrenceId}/attendance': ['changeId'],
  'POST /expenses/{expenseId}/corrections': ['replacement.id'],
};

type Try = {
  readonly where: string;
  readonly asked: Asked;
  readonly mayBe: (status: number) => boolean;
};

const refused = (status: number) => status === 404 || status === 422;
const refusedOrEmpty = (status: number) => status === 200 || refused(status);

/** The request with a foreign id in each place that takes one. */
function triesOf(endpoint: Endpoint, right: Required<Asked>, id: string): Try[] {
  const tries: Try[] = [];
  for (const name of parametersOf(endpoint)) {
    tries.push({
      where: `path ${name}`,
      asked: { ...right, params: { ...right.params, [name]: id } },
      mayBe: (status) => status === 404,
    });
  }
  for (const { place, put } of slotsOf(schemaOf(endpoint.query), right.query)) {
    if (freeToChoose[nameOf(endpoint)]?.includes(place)) continue;
    tries.push({
      where: `query ${place}`,
      asked: { ...right, query: put(id) as Params },
      mayBe: refusedOrEmpty,
    });
  }
  if (!hasBody(endpoint)) return tries;
  for (const { place, put } of slotsOf(schemaOf(endpoint.body), right.body)) {
    // Asked last of all: afterwards there is one of ours.
    if (freeToChoose[nameOf(endpoint)]?.includes(place)) continue;
    tries.push({
      where: `body ${place}`,
      asked: { ...right, body: put(id) },
      mayBe: refused,
    });
  }
  return tries;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What of the other chapter a reply reveals, besides what was sent. */
function leaksOf({ text }: Answer, sent: string): string[] {
  const ids = text.match(uuids) ?? [];
  return [
    ...(text.includes(elsewhere.mark) && !sent.includes(elsewhere.mark) ? [elsewhere.mark] : []),
    ...ids.filter((id) => allForeignIds.has(id) && !sent.includes(id)),
  ];
}

const asked = () =>
  hub.endpoints.filter(({ policy }) => policy !== 'anyone' && policy !== 'installation-admin');

/** Identity's calls may end sessions, so each gets a new person. */
async function callerFor(endpoint: Endpoint) {
  return endpoint.policy === 'signed-in'
    ? here.chapter.person(`Fay ${here.mark}`, 'admin')
    : here.admin;
}

test('every position of an id is found, and ids of every kind are tried', () => {
  const places = asked().flatMap((endpoint) => [
    ...parametersOf(endpoint),
    ...slotsOf(schemaOf(endpoint.query), {}).map(({ place }) => place),
    ...(hasBody(endpoint) ? slotsOf(schemaOf(endpoint.body), undefined) : []).map(
      ({ place }) => place,
    ),
  ]);
  for (const place of [
    'walletId',
    'ownerId',
    'participants[]',
    'participantIds[]',
    'paidBy',
    '[].value[]',
    '[].value',
    'occurrenceId',
    'actorId',
  ]) {
    expect(places).toContain(place);
  }
  expect(foreignIds.length).toBeGreaterThan(20);
});

test('no call with an id of another chapter reads or changes anything of it', async () => {
  const before = await hashesOf(elsewhere.chapter.id);
  // At the gate an eighth of the kinds, others each day; a foreign parent of the right kind by
  // authorization.test.ts, and of calls with one parameter by test:all below.
  const every = Math.round(1 / share);
  const tried = foreignIds.filter((_, index) => (index + seed) % every === 0);
  const wrong: string[] = [];
  let calls = 0;
  for (const endpoint of asked()) {
    const caller = await callerFor(endpoint);
    const credentials = await credentialsOf(hub, endpoint, caller);
    const right = await buildValidRequest(endpoint, here, caller);
    const judge = async (where: string, sent: Asked, mayBe: Try['mayBe']) => {
      calls += 1;
      const answer = await send(hub, endpoint, credentials, sent);
      const leaks = leaksOf(answer, JSON.stringify(sent));
      if (mayBe(answer.status) && leaks.length === 0) return;
      wrong.push(
        `${nameOf(endpoint)}, ${where}: ${answer.status} ${leaks.join(' ')} (${answer.text.slice(0, 150)})`,
      );
    };
    for (const id of tried) {
      for (const { where, asked: sent, mayBe } of triesOf(endpoint, right, id)) {
        await judge(where, sent, mayBe);
      }
    }
    await searched(endpoint, right, judge);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(calls).toBeGreaterThan(1_000 * share);
  expect(await hashesOf(elsewhere.chapter.id)).toEqual(before);
}, 480_000);

/** Words of the other chapter find nothing, nor does any order or filter that takes text. */
async function searched(
  endpoint: Endpoint,
  right: Required<Asked>,
  judge: (where: string, sent: Asked, mayBe: Try['mayBe']) => Promise<void>,
): Promise<void> {
  if (endpoint.method !== 'GET') return;
  for (const [name, schema] of Object.entries(schemaOf(endpoint.query).properties ?? {})) {
    if (schema.type !== 'string' || schema.format || schema.pattern || schema.enum) continue;
    for (const text of [elsewhere.mark, foreignIds[0] ?? '']) {
      await judge(
        `query ${name}`,
        { ...right, query: { ...right.query, [name]: text } },
        refusedOrEmpty,
      );
    }
  }
}

test('records of two chapters may have the same id', async () => {
  const before = await hashesOf(elsewhere.chapter.id);
  const [name = '', [place] = []] = Object.entries(freeToChoose)[0] ?? [];
  const endpoint = hub.endpoints.find((one) => nameOf(one) === name);
  if (!endpoint || place === undefined) throw new Error(`${name} is not served`);
  const theirs = await makers['expenseId']?.(elsewhere, {});
  const hashes = await hashesOf(elsewhere.chapter.id);
  expect(hashes).not.toEqual(before);
  const credentials = await credentialsOf(hub, endpoint, here.admin);
  const right = await buildValidRequest(endpoint, here, here.admin);
  const asked = { ...right, body: { ...(right.body as object), [place]: theirs } };
  const made = await send(hub, endpoint, credentials, asked);
  expect([made.status, leaksOf(made, theirs ?? '')]).toEqual([201, []]);
  expect(await hashesOf(elsewhere.chapter.id)).toEqual(hashes);
});

test('a cookie with another chapter’s X-Chapter gives no access', async () => {
  for (const endpoint of asked()) {
    if (endpoint.credential === 'bearer') continue;
    const caller = await callerFor(endpoint);
    const credentials: Credentials = {
      ...(await credentialsOf(hub, endpoint, caller, 'cookie')),
      'x-chapter': elsewhere.chapter.id,
    };
    const answer = await send(
      hub,
      endpoint,
      credentials,
      await buildValidRequest(endpoint, here, caller),
    );
    expect(leaksOf(answer, ''), nameOf(endpoint)).toEqual([]);
  }
});

test('a parent of another chapter is not found', { tags: ['all'] }, async () => {
  for (const endpoint of asked()) {
    if (parametersOf(endpoint).length === 0 || sampleOf(endpoint).isAboutCaller) continue;
    const theirs = await buildValidRequest(endpoint, elsewhere, elsewhere.admin);
    const credentials = await credentialsOf(hub, endpoint, here.admin);
    const { status } = await send(hub, endpoint, credentials, theirs);
    expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 404]);
  }
});
