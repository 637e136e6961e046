/**
 * Authorization of every served route for every kind of caller. Expectations follow from the
 * contract's policy and the sample (testing/matrix/sample.ts); new routes are covered automatically
 * and fail by name until they have a sample.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantInstallationAdmin } from '#features/chapters/server/installation-store.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { type Role, roleSuffices } from '#kit/role.ts';
import { tier } from './amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import {
  createFixtures,
  disableMember,
  type Fixtures,
  joinSecondChapter,
  setMembersSeeWallets,
  setPolicy,
} from './matrix/fixtures.ts';
import {
  buildValidRequest,
  credentialsOf,
  findFlaw,
  findMissingSamples,
  freshParams,
  nameOf,
  parametersOf,
  sampleOf,
  send,
} from './matrix/requests.ts';
import { samples } from './matrix/samples.ts';

let hub: TestHub;
let here: Fixtures;
let elsewhere: Fixtures;
let both: TestPerson;
let installationAdmin: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  here = await createFixtures(hub, 'Heron');
  elsewhere = await createFixtures(hub, 'Zanzibar');
  both = await joinSecondChapter(
    hub,
    await here.chapter.person('Bo Heron', 'admin'),
    elsewhere.chapter,
    'admin',
  );
  // Otherwise a plain member: installation rights do not depend on chapter roles.
  installationAdmin = await here.chapter.person('Ines Heron');
  await grantInstallationAdmin(hub.db, installationAdmin.accountId, '2026-01-01T00:00:00.000Z');
});
afterAll(() => hub?.close());

type Kind =
  | 'nobody'
  | 'owner'
  | 'other member'
  | 'treasurer'
  | 'admin'
  | 'installation admin'
  | 'disabled'
  | 'removed'
  | 'member of another chapter'
  | 'admin of another chapter'
  | 'member of both, the other active';

const roleOf: Partial<Record<Kind, Role>> = {
  owner: 'member',
  'other member': 'member',
  treasurer: 'treasurer',
  admin: 'admin',
  'installation admin': 'member',
  'member of another chapter': 'member',
  'admin of another chapter': 'admin',
  'member of both, the other active': 'admin',
};
const foreign: readonly Kind[] = [
  'member of another chapter',
  'admin of another chapter',
  'member of both, the other active',
];
const kinds: readonly Kind[] = [
  'nobody',
  'owner',
  'other member',
  'treasurer',
  'admin',
  'installation admin',
  'disabled',
  'removed',
  ...foreign,
];

/** Whose answers are also those of others: the gate leaves them to `npm run test:all`. */
const alike: readonly Kind[] = ['removed', 'admin of another chapter'];
const tried = tier === 'gate' ? kinds.filter((kind) => !alike.includes(kind)) : kinds;

const isWrite = ({ method }: Endpoint) => method !== 'GET';

/** The stricter setting of the chapter: its policy, or that members do not see others' wallets. */
type Setting = 'strict' | 'hidden';

const showsWallets = ({ path }: Endpoint) =>
  path.startsWith('/wallets') || path.startsWith('/expenses/balances');

/** The expected status by contract and sample. */
function expectedOf(endpoint: Endpoint, kind: Kind, setting: Setting | undefined): number {
  const sample = sampleOf(endpoint);
  const done = sample.status ?? endpoint.status;
  const { policy, credential } = endpoint;
  if (policy === 'anyone') return done;
  if (kind === 'nobody') return 401;
  if (kind === 'disabled' || kind === 'removed') {
    // A cookie still says whose account it is, which may be of other chapters; a token does not.
    return policy === 'signed-in' && credential === 'cookie' ? (sample.statusShutOut ?? done) : 401;
  }
  if (policy === 'installation-admin') return kind === 'installation admin' ? done : 403;
  const role = roleOf[kind];
  if (!role) throw new Error(`nothing is known of ${kind}`);
  if (!roleSuffices(role, policy)) return 403;
  if (foreign.includes(kind) && !sample.isAboutCaller && parametersOf(endpoint).length > 0) {
    return 404;
  }
  if (kind !== 'other member') return done;
  if (setting === 'strict' && sample.isForOwnAlone) return 403;
  if (setting === 'hidden' && showsWallets(endpoint)) {
    return parametersOf(endpoint).length > 0 ? 404 : isWrite(endpoint) ? 403 : done;
  }
  return done;
}

async function callerOf(kind: Kind, endpoint: Endpoint): Promise<TestPerson | undefined> {
  // Identity's calls may end sessions, so each gets its own.
  const isFresh = endpoint.policy === 'signed-in';
  switch (kind) {
    case 'nobody':
      return undefined;
    case 'owner':
      return isFresh ? here.chapter.person('Fay Heron') : here.owner;
    case 'other member':
      return isFresh ? here.chapter.person('Fay Heron') : here.other;
    case 'treasurer':
      return isFresh ? here.chapter.person('Fay Heron', 'treasurer') : here.treasurer;
    case 'admin':
      return isFresh ? here.chapter.person('Fay Heron', 'admin') : here.admin;
    case 'installation admin':
      return isFresh ? here.chapter.person('Fay Heron') : installationAdmin;
    case 'disabled':
    case 'removed':
      return disableMember(here, kind);
    case 'member of another chapter':
      return isFresh ? elsewhere.chapter.person('Fay Zanzibar') : elsewhere.owner;
    case 'admin of another chapter':
      return isFresh ? elsewhere.chapter.person('Fay Zanzibar', 'admin') : elsewhere.admin;
    case 'member of both, the other active':
      return isFresh
        ? joinSecondChapter(hub, await here.chapter.person('Fay Heron'), elsewhere.chapter, 'admin')
        : both;
  }
}

async function records(): Promise<number> {
  const found = await hub.db
    .selectFrom('audit')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** What is wrong with one field of the matrix. */
async function cell(endpoint: Endpoint, kind: Kind, setting?: Setting): Promise<string[]> {
  const expected = expectedOf(endpoint, kind, setting);
  const caller = await callerOf(kind, endpoint);
  const isForeign = foreign.includes(kind);
  const sample = sampleOf(endpoint);
  // Without a parameter there is nothing of ours to ask for: they act in their own chapter.
  const fixtures = isForeign && parametersOf(endpoint).length === 0 ? elsewhere : here;
  const request = await buildValidRequest(endpoint, fixtures, caller ?? fixtures.owner);
  const before = await records();
  const answer = await send(
    hub,
    endpoint,
    caller ? await credentialsOf(hub, endpoint, caller) : {},
    request,
  );
  const wrong: string[] = [];
  const say = (what: string) =>
    wrong.push(`${nameOf(endpoint)} by ${kind}: ${what} (${answer.text.slice(0, 200)})`);
  if (answer.status !== expected) say(`${answer.status} instead of ${expected}`);
  else if (answer.status < 400) {
    const flaw = findFlaw(endpoint, answer);
    if (flaw) say(flaw);
  }
  // A member of both learns the names of both from identity's own calls.
  const mayName = kind === 'member of both, the other active' && !needsMember(endpoint);
  if (isForeign && !mayName && answer.text.includes(here.mark))
    say('shows what is of the other chapter');
  const added = (await records()) - before;
  if (answer.status >= 400 && added > 0) say('was refused and left a record');
  if (isWrite(endpoint) && answer.status < 400 && added === 0 && !sample.leavesNoRecord) {
    say(
      'wrote and left no record: call audit() in its transaction (src/server/audit.ts), or say in its sample why it leaves none',
    );
  }
  return wrong;
}

async function all(
  check: (endpoint: Endpoint) => Promise<string[]>,
  endpoints: readonly Endpoint[] = hub.endpoints,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const endpoint of endpoints) wrong.push(...(await check(endpoint)));
  return wrong;
}

test('every route has a policy and a sample, and every sample has a route', () => {
  expect(hub.endpoints.length).toBeGreaterThan(50);
  expect(hub.endpoints.flatMap((endpoint) => findMissingSamples(endpoint))).toEqual([]);
  const policies = ['anyone', 'signed-in', 'installation-admin', 'member', 'treasurer', 'admin'];
  expect(hub.endpoints.filter(({ policy }) => !policies.includes(policy)).map(nameOf)).toEqual([]);
  const names = hub.endpoints.map(nameOf);
  expect(Object.keys(samples).filter((name) => !names.includes(name))).toEqual([]);
});

describe('with the chapter’s policy open', () => {
  test.each(tried)(
    '%s may do exactly what the contracts say',
    async (kind) => {
      expect(await all((endpoint) => cell(endpoint, kind))).toEqual([]);
    },
    120_000,
  );
});

test('under the treasurer policy, a plain member moves no money of others', async () => {
  await setPolicy(here, 'treasurer');
  try {
    const written = hub.endpoints.filter((endpoint) => isWrite(endpoint) && needsMember(endpoint));
    for (const kind of ['owner', 'other member', 'treasurer', 'admin'] as const) {
      expect(await all((endpoint) => cell(endpoint, kind, 'strict'), written)).toEqual([]);
    }
    const moving = hub.endpoints.filter(({ movesMoney }) => movesMoney);
    const isGuarded = (endpoint: Endpoint) => {
      const { isForOwnAlone, isForPartiesAlone } = sampleOf(endpoint);
      return isForOwnAlone ?? isForPartiesAlone ?? false;
    };
    expect(moving.filter((endpoint) => !isGuarded(endpoint)).map(nameOf)).toEqual([]);
  } finally {
    await setPolicy(here, 'open');
  }
});

test('where wallets are hidden, those of others do not exist for a plain member', async () => {
  await setMembersSeeWallets(here, false);
  try {
    const moneyed = hub.endpoints.filter(({ path }) => /^\/(wallets|expenses)/.test(path));
    expect(moneyed.filter(showsWallets).length).toBeGreaterThan(9);
    for (const kind of ['owner', 'other member', 'treasurer', 'admin'] as const) {
      expect(await all((endpoint) => cell(endpoint, kind, 'hidden'), moneyed)).toEqual([]);
    }
  } finally {
    await setMembersSeeWallets(here, true);
  }
});

const needsMember = ({ policy }: Endpoint) =>
  !['anyone', 'signed-in', 'installation-admin'].includes(policy);

test('a call accepts no other credential than its own', async () => {
  const wrong = await all(async (endpoint) => {
    if (endpoint.policy === 'anyone' || endpoint.credential === 'cookie-or-bearer') return [];
    const way = endpoint.credential === 'cookie' ? 'bearer' : 'cookie';
    const caller = await here.chapter.person('Fay Heron', 'admin');
    const request = await buildValidRequest(endpoint, here, caller);
    const credentials = await credentialsOf(hub, endpoint, caller, way);
    const { status } = await send(hub, endpoint, credentials, request);
    return status === 401 ? [] : [`${nameOf(endpoint)} by ${way}: ${status} instead of 401`];
  });
  expect(wrong).toEqual([]);
});

test('a record is not found under another parent', async () => {
  const nested = hub.endpoints.filter((endpoint) => parametersOf(endpoint).length > 1);
  expect(nested.length).toBeGreaterThan(8);
  const wrong = await all(async (endpoint) => {
    const [parent = ''] = parametersOf(endpoint);
    const right = await freshParams(endpoint, here);
    const strangers = {
      'another of the same chapter': await freshParams(endpoint, here),
      'one of another chapter': await freshParams(endpoint, elsewhere),
    };
    const found: string[] = [];
    const ask = async (which: string, params: Record<string, string>) => {
      const request = await buildValidRequest(endpoint, here, here.admin, right);
      const credentials = await credentialsOf(hub, endpoint, here.admin);
      const { status } = await send(hub, endpoint, credentials, { ...request, params });
      if (status !== 404) found.push(`${nameOf(endpoint)} under ${which}: ${status}, not 404`);
    };
    for (const [which, params] of Object.entries(strangers)) {
      await ask(which, { ...right, [parent]: params[parent] ?? '' });
      await ask(`${which}, the other way round`, { ...params, [parent]: right[parent] ?? '' });
    }
    return found;
  }, nested);
  expect(wrong).toEqual([]);
});
