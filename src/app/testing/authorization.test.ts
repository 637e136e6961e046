/**
 * Authorization of every served route for every kind of caller. Expectations follow from the
 * contract's policy and the sample (testing/matrix/sample.ts); new routes are covered automatically
 * and fail by name until they have a sample.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantInstallationAdmin } from '#features/chapters/server/installation-store.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { type Role, roleSuffices } from '#kit/role.ts';
import { seed, tier } from './amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import {
  createFixtures,
  disableMember,
  type Fixtures,
  joinSecondChapter,
  setEventPolicy,
  setMembersSeeWallets,
  setPolicy,
} from './matrix/fixtures.ts';
import {
  type Asked,
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
let shutOut: Record<'disabled' | 'removed', TestPerson>;

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
  shutOut = {
    disabled: await disableMember(here, 'disabled'),
    removed: await disableMember(here, 'removed'),
  };
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

/** The stricter setting of the chapter: its policies, or that members do not see others' wallets. */
type Setting = 'strict' | 'hidden' | 'creator';

const showsWallets = ({ path }: Endpoint) =>
  path.startsWith('/wallets') || path.startsWith('/expenses/balances');

/** The status of a call that may be made. */
const doneOf = (endpoint: Endpoint) => sampleOf(endpoint).status ?? endpoint.status;

/** The expected status by contract and sample. */
function expectedOf(endpoint: Endpoint, kind: Kind, setting: Setting | undefined): number {
  const sample = sampleOf(endpoint);
  const done = doneOf(endpoint);
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
  if (setting === 'creator' && role !== 'admin') {
    const { changesEventOf } = sample;
    if (changesEventOf === 'nobody' || (changesEventOf && kind !== 'owner')) return 403;
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
      return isFresh ? disableMember(here, kind) : shutOut[kind];
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

const sharedRequests = new Map<string, Promise<Required<Asked>>>();

/** About the owner's, made once for all calls that change nothing: reads, and what is refused. */
function sharedRequest(endpoint: Endpoint, fixtures: Fixtures): Promise<Required<Asked>> {
  const key = `${fixtures.mark} ${nameOf(endpoint)}`;
  const made = sharedRequests.get(key) ?? buildValidRequest(endpoint, fixtures, fixtures.owner);
  sharedRequests.set(key, made);
  return made;
}

/** What the call of a cell asks for, and about whose. */
function requestOf(
  endpoint: Endpoint,
  fixtures: Fixtures,
  caller: TestPerson | undefined,
  expected: number,
): Promise<Required<Asked>> {
  // What is to be hidden is made anew: that it is gone would look the same.
  const isRefused = expected >= 400 && expected !== 404 && expected !== doneOf(endpoint);
  // What has no id, as a chapter's logo, is another one after a write.
  const isRead = !isWrite(endpoint) && parametersOf(endpoint).every((name) => name.endsWith('Id'));
  return isRefused || (isRead && sampleOf(endpoint).params === undefined)
    ? sharedRequest(endpoint, fixtures)
    : buildValidRequest(endpoint, fixtures, caller ?? fixtures.owner);
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
  const request = await requestOf(endpoint, fixtures, caller, expected);
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

/** Who may write whatever a plain member may, by the same checks. */
const asMembers: readonly Kind[] = ['treasurer', 'admin', 'installation admin'];

/** At the gate one of them makes each write that every member may make, another one each day. */
function isDrawn(endpoint: Endpoint, kind: Kind, index: number): boolean {
  if (tier !== 'gate' || !asMembers.includes(kind)) return true;
  if (!isWrite(endpoint) || endpoint.policy !== 'member') return true;
  return asMembers[(seed + index) % asMembers.length] === kind;
}

describe(`with the chapter’s policy open (HUB_TEST_SEED=${seed})`, () => {
  test.each(tried)(
    '%s may do exactly what the contracts say',
    async (kind) => {
      const drawn = hub.endpoints.filter((endpoint, index) => isDrawn(endpoint, kind, index));
      expect(await all((endpoint) => cell(endpoint, kind), drawn)).toEqual([]);
    },
    120_000,
  );
});

/** What a stricter setting leaves as it is, the gate tries with the one whom the setting is about. */
async function underSetting(
  setting: Setting,
  endpoints: readonly Endpoint[],
  isConcerned: (endpoint: Endpoint) => boolean,
): Promise<void> {
  for (const kind of ['owner', 'other member', 'treasurer', 'admin'] as const) {
    const drawn = endpoints.filter(
      (endpoint) => tier !== 'gate' || kind === 'other member' || isConcerned(endpoint),
    );
    expect(await all((endpoint) => cell(endpoint, kind, setting), drawn)).toEqual([]);
  }
}

function isGuarded(endpoint: Endpoint): boolean {
  const { isForOwnAlone, isForPartiesAlone } = sampleOf(endpoint);
  return isForOwnAlone ?? isForPartiesAlone ?? false;
}

test('under the treasurer policy, a plain member moves no money of others', async () => {
  await setPolicy(here, 'treasurer');
  try {
    const written = hub.endpoints.filter((endpoint) => isWrite(endpoint) && needsMember(endpoint));
    await underSetting('strict', written, (endpoint) => endpoint.movesMoney || isGuarded(endpoint));
    const moving = hub.endpoints.filter((each) => each.movesMoney && each.policy === 'member');
    expect(moving.filter((endpoint) => !isGuarded(endpoint)).map(nameOf)).toEqual([]);
  } finally {
    await setPolicy(here, 'open');
  }
});

test('under the event policy creator, only who created an event, and admins, change it', async () => {
  await setEventPolicy(here, 'creator');
  try {
    const written = hub.endpoints.filter(
      (endpoint) =>
        isWrite(endpoint) && /^\/(calendars|events|yearly-calendars)/.test(endpoint.path),
    );
    const isGuardedEvent = (endpoint: Endpoint) => sampleOf(endpoint).changesEventOf !== undefined;
    await underSetting('creator', written, isGuardedEvent);
    // One's own RSVP, and the door, which only hosts, treasurers and admins keep in either policy.
    const others = /\/(rsvp|attendance)$/;
    const changing = written.filter(({ path }) => /{(eventId|occurrenceId)}/.test(path));
    expect(changing.filter((each) => !isGuardedEvent(each)).map(nameOf)).toEqual(
      changing.filter(({ path }) => others.test(path)).map(nameOf),
    );
  } finally {
    await setEventPolicy(here, 'open');
  }
});

test('where wallets are hidden, those of others do not exist for a plain member', async () => {
  await setMembersSeeWallets(here, false);
  try {
    const moneyed = hub.endpoints.filter(({ path }) => /^\/(wallets|expenses)/.test(path));
    expect(moneyed.filter(showsWallets).length).toBeGreaterThan(9);
    await underSetting('hidden', moneyed, showsWallets);
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
    const request = await sharedRequest(endpoint, here);
    const credentials = await credentialsOf(hub, endpoint, here.admin, way);
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
