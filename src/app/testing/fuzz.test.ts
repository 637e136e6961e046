/**
 * Sends valid and invalid requests generated from the contracts: none causes a server failure, no
 * invalid one is accepted, and every reply matches its contract.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#kit/endpoint.ts';
import { planRandom } from './amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import type { Generated } from './matrix/corrupt-request.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { generate } from './matrix/generate.ts';
import { type Asked, buildValidRequest, credentialsOf, findFlaw } from './matrix/requests.ts';
import { makers } from './matrix/samples.ts';
import { schemaOf } from './matrix/schemas.ts';
import { type Random, randomFrom } from './matrix/values.ts';

const { amount: requests, seed } = planRandom('contracts');

let hub: TestHub;
let fixtures: Fixtures;
let ids: readonly string[];
let caller: TestPerson | undefined;

/** A right request of each call, kept while it can be sent again. */
const samples = new Map<Endpoint, Required<Asked>>();

/** Before what is created reaches a chapter's limits, such as 100 groups. */
const requestsPerChapter = 20_000;

beforeAll(async () => {
  hub = await startTestHub();
  await startChapter('Heron');
});
afterAll(() => hub?.close());

/** Sends the next requests in a new chapter. */
async function startChapter(name: string): Promise<void> {
  fixtures = await createFixtures(hub, name);
  samples.clear();
  caller = undefined;
  const {
    walletId = '',
    expenseId = '',
    calendarId = '',
  } = Object.fromEntries(
    await Promise.all(
      ['walletId', 'expenseId', 'calendarId'].map(
        async (name) => [name, await makers[name]?.(fixtures, {})] as const,
      ),
    ),
  );
  const made: string[] = [fixtures.mainCalendarId];
  for (const make of Object.values(makers)) {
    made.push(await make(fixtures, { walletId, expenseId, calendarId }));
  }
  // Of whom the samples speak: they are to stay.
  const kept: readonly string[] = [fixtures.owner.memberId, fixtures.other.memberId];
  ids = made.filter((id) => /^[0-9a-f-]{36}$/.test(id) && !kept.includes(id));
}

async function sampleOf(endpoint: Endpoint, by: TestPerson): Promise<Required<Asked>> {
  const kept = samples.get(endpoint) ?? (await buildValidRequest(endpoint, fixtures, by));
  samples.set(endpoint, kept);
  return kept;
}

function pathOf(endpoint: Endpoint, params: Record<string, string>, random: Random): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(0.85)) return encodeURIComponent(params[name] ?? '');
    if (random.chance(0.7)) return random.of(ids);
    // Never two bare dots: an address is tidied before it is sent, which makes it another call's.
    return random.of([
      'x',
      '%00',
      '...',
      '0',
      '%F0%9F',
      '-1',
      'a'.repeat(150),
      '%2e%2e%2f',
      'null',
    ]);
  });
}

async function ask(endpoint: Endpoint, random: Random): Promise<string | undefined> {
  caller ??= await fixtures.chapter.person('Fay Fuzz', 'admin');
  const by = caller;
  const sample = await sampleOf(endpoint, by);
  const made: Generated = generate(endpoint, sample, random, ids);
  const url = `/api${pathOf(endpoint, sample.params, random)}${made.search ? `?${made.search}` : ''}`;
  const reply = await hub.request({
    method: endpoint.method,
    url,
    headers: {
      ...(await credentialsOf(hub, endpoint, by)),
      ...(made.body === undefined ? {} : { 'content-type': made.contentType }),
      ...(random.chance(0.1) ? { 'if-match': random.of(['"1"', '"999"', 'W/"1"', 'x', '*']) } : {}),
    },
    ...(made.body === undefined ? {} : { payload: made.body }),
  });
  const { statusCode: status, body: text } = reply;
  // People who lost access or their session are replaced by new ones.
  if (status === 401 && endpoint.policy !== 'anyone') caller = undefined;
  if (status < 300 && endpoint.method !== 'GET') samples.delete(endpoint);
  const wrong = verdict(endpoint, made, { status, text });
  return (
    wrong &&
    [`${wrong}`, `${endpoint.method} ${url}`, made.body?.slice(0, 2_000), text.slice(0, 500)].join(
      '\n',
    )
  );
}

function verdict(
  endpoint: Endpoint,
  { flaw }: Generated,
  answer: { status: number; text: string },
): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `${status}`;
  if (status >= 400) {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    const isRefusal = typeof code === 'string' && typeof message === 'string' && message !== '';
    return isRefusal ? undefined : 'a refusal in other words than ours';
  }
  if (flaw) return `${status}, although wrong: ${flaw}`;
  return findFlaw(endpoint, answer);
}

test(
  `${requests} generated requests: nothing fails, nothing wrong is accepted (HUB_TEST_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed);
    // Whatever asks for a password takes its time on purpose.
    const quick = hub.endpoints.filter(({ isPasswordAttempt }) => !isPasswordAttempt);
    const slow = hub.endpoints.filter(({ isPasswordAttempt }) => isPasswordAttempt);
    for (let count = 1; count <= requests; count += 1) {
      if (count > 1 && count % requestsPerChapter === 1) await startChapter(`Heron${count}`);
      // Each at least once.
      const endpoint = hub.endpoints[count - 1] ?? random.of(random.chance(0.01) ? slow : quick);
      const wrong = await ask(endpoint, random);
      if (wrong !== undefined) {
        expect.fail(`HUB_TEST_SEED=${seed} HUB_TEST_AMOUNT=${count}, the last of them:\n${wrong}`);
      }
    }
    expect(await hub.differences()).toEqual([]);
  },
  3_600_000 * 12,
);

test('every call refuses parameters that it does not know, but for feeds', () => {
  const lenient = hub.endpoints.filter(
    ({ query }) => schemaOf(query).additionalProperties !== false,
  );
  expect(lenient.map(({ path }) => path)).toEqual(['/calendar-feeds/{file}']);
});
