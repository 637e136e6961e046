/**
 * Hidden fields cannot be found by any call that reads, searches, sorts, counts or exports. New
 * calls are covered automatically.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { directoryCalls } from '#features/members/directory-contract.ts';
import {
  type Audience,
  audiences,
  type HideableField,
  hideableFields,
} from '#features/members/profile.ts';
import { profileCalls } from '#features/members/profile-contract.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { newId } from '#server/database/ids.ts';
import { seed, tier } from './amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import {
  type Asked,
  buildValidRequest,
  credentialsOf,
  freshParams,
  nameOf,
  send,
} from './matrix/requests.ts';

let hub: TestHub;
let fixtures: Fixtures;
let reads: readonly { endpoint: Endpoint; asked: Asked; texts: string[] }[];

beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  await joinedByInvitation();
  await sql`update hub.member set company = 'middle', city = 'middle'
    where chapter_id = ${fixtures.chapter.id} and id <> ${fixtures.owner.memberId}`.execute(hub.db);
  reads = await Promise.all(hub.endpoints.filter(({ method }) => method === 'GET').map(askedOf));
  reads = reads.flatMap(({ endpoint, asked, texts }) =>
    variants(endpoint, asked).map((variant, index) => ({
      endpoint,
      asked: variant,
      // Searched in one order, and sorted with nothing searched.
      texts: index === 0 ? texts : [],
    })),
  );
});
afterAll(() => hub?.close());

type Secrets = Readonly<Record<HideableField, string>>;

/** Values that sort before or after everyone else's. */
function newSecrets(place: 'first' | 'last' = 'first'): Secrets {
  const word = () => `${place === 'first' ? 'a' : 'z'}q${randomBytes(6).toString('hex')}`;
  const digits = String(randomBytes(5).readUIntBE(0, 5)).padStart(13, '7');
  return {
    email: `${word()}@example.org`,
    primaryPhone: `+${digits}`,
    company: word(),
    title: word(),
    website: `https://${word()}.example.org/`,
    city: word(),
    bio: word(),
    headline: word(),
    asks: word(),
    offers: word(),
  };
}

/** The part of a value that nothing else can have. */
const core = (secret: string) => /[az]q[0-9a-f]{12}|\d{13}/.exec(secret)?.[0] ?? secret;

/** What someone would guess: the whole value, its beginning, a middle part; at the gate one of the parts. */
function guesses(secret: string): string[] {
  const found = core(secret);
  const parts = [found.slice(0, 5), found.slice(3, 9)];
  return [secret, ...(tier === 'gate' ? [parts[seed % 2] ?? ''] : parts)];
}

/** Written beneath everything, so that nothing but the values differs. */
async function hide(secrets: Secrets, audience: Audience): Promise<void> {
  const privacy = Object.fromEntries(hideableFields.map((field) => [field, audience]));
  await sql`update hub.member set email = ${secrets.email}, primary_phone = ${secrets.primaryPhone},
      company = ${secrets.company}, job_title = ${secrets.title}, website = ${secrets.website},
      city = ${secrets.city}, bio = ${secrets.bio}, headline = ${secrets.headline},
      asks = ${secrets.asks}, offers = ${secrets.offers}, privacy = ${JSON.stringify(privacy)}
    where id = ${fixtures.owner.memberId}`.execute(hub.db);
  await sql`update hub.invitation set email = ${secrets.email}
    where member_id = ${fixtures.owner.memberId}`.execute(hub.db);
}

/** Joins with an invitation to the address they hide. */
async function joinedByInvitation(): Promise<void> {
  await sql`insert into hub.invitation (chapter_id, id, email, role, token_hash, invited_by,
      created_at, expires_at, accepted_at, member_id)
    values (${fixtures.chapter.id}, ${newId()}, 'x@example.org', 'member', ${newId()},
      ${fixtures.admin.memberId}, now(), now(), now(), ${fixtures.owner.memberId})`.execute(hub.db);
}

/** A right request about the one who hides, or about something of theirs. */
async function askedOf(endpoint: Endpoint) {
  const params = await freshParams(endpoint, fixtures, fixtures.owner);
  const about =
    'memberId' in params ? { ...params, memberId: fixtures.owner.memberId } : { ...params };
  const { query } = await buildValidRequest(endpoint, fixtures, fixtures.owner, about);
  const texts = Object.entries(fieldsOf(endpoint))
    .filter(([, { type, pattern, format }]) => type === 'string' && !pattern && !format)
    .map(([name]) => name);
  return { endpoint, asked: { params: about, query }, texts };
}

type Field = { type?: string; enum?: string[]; const?: string; pattern?: string; format?: string };

function fieldsOf(endpoint: Endpoint): Record<string, Field> {
  const schema = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' });
  return (schema.properties ?? {}) as Record<string, Field>;
}

/** The request with every word that its query knows, one at a time, and two that sort together. */
function variants(endpoint: Endpoint, asked: Asked): Asked[] {
  const changes = Object.entries(fieldsOf(endpoint)).flatMap(([name, field]) =>
    (field.enum ?? (field.const ? [field.const] : [])).map((value) => ({ [name]: value })),
  );
  const sorts = changes.filter((change) => 'sort' in change);
  const further = sorts.map((change) => ({ ...change, direction: 'desc' }));
  return [{}, ...changes, ...further].map((change) => ({
    ...asked,
    query: { ...asked.query, ...change },
  }));
}

type Reply = { readonly name: string; readonly text: string };

/** Every reply to a viewer, also to requests for these values. */
async function readEverything(viewer: TestPerson, searched: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const { endpoint, asked, texts } of reads) {
    const credentials = await credentialsOf(hub, endpoint, viewer);
    const searches = texts.flatMap((name) => searched.map((text) => ({ [name]: text })));
    for (const search of [{}, ...searches]) {
      const query = { ...asked.query, ...search };
      const answer = await send(hub, endpoint, credentials, { ...asked, query });
      const name = `${nameOf(endpoint)} ${JSON.stringify(query)}`;
      replies.push({ name, text: `${answer.status} ${answer.text}` });
    }
  }
  return replies;
}

/** The calls that reveal a secret, folded lines of cards put together again. */
function findRevealing(replies: readonly Reply[], secrets: Secrets): string[] {
  const cores = Object.values(secrets).map(core);
  return replies
    .filter(({ text }) => {
      const whole = text.replaceAll('\\r\\n ', '').toLowerCase();
      return cores.some((secret) => whole.includes(secret));
    })
    .map(({ name }) => name);
}

const viewers = ['other', 'treasurer', 'admin', 'owner'] as const;
/** Who the gate tries: the one who may know least, and the one nearest to those who may. */
const triedAtGate: Record<Audience, readonly (typeof viewers)[number][]> = {
  members: ['other'],
  admins: ['other', 'treasurer'],
  me: ['admin'],
};
const audiencesOf: Record<(typeof viewers)[number], readonly Audience[]> = {
  other: ['members'],
  treasurer: ['members'],
  admin: ['members', 'admins'],
  owner: audiences,
};

describe.each(audiences)('what is for %s', (audience) => {
  test.each(tier === 'gate' ? triedAtGate[audience] : viewers)(
    'is revealed to the %s only by the calls that may reveal it',
    async (who) => {
      const [secrets, others] = [newSecrets('first'), newSecrets('last')];
      await hide(secrets, audience);
      const viewer = fixtures[who];
      const mayKnow = audiencesOf[who].includes(audience);
      const searched = Object.values(secrets).flatMap((secret) =>
        mayKnow ? [core(secret)] : guesses(secret),
      );
      const replies = await readEverything(viewer, searched);
      expect(replies.length).toBeGreaterThan(100);
      if (mayKnow) {
        await expectSeen(viewer, secrets, who === 'owner' && audience !== 'members');
        return;
      }
      expect(findRevealing(replies, secrets)).toEqual([]);
      // Nor does anything else depend on it: with another value every reply is the same, byte by
      // byte.
      await hide(others, audience);
      expect(await readEverything(viewer, searched)).toEqual(replies);
    },
    480_000,
  );
});

/** Viewers who may see a value find it everywhere; otherwise the probe above would be blind. */
async function expectSeen(viewer: TestPerson, secrets: Secrets, isOwnSecret: boolean) {
  const params = { memberId: fixtures.owner.memberId };
  const profile = (await viewer.call(profileCalls.profile, { params })).value();
  const seen = Object.fromEntries(hideableFields.map((field) => [field, profile[field]]));
  expect(seen).toEqual(secrets);
  for (const format of ['csv', 'vcard'] as const) {
    const { text } = (await viewer.call(directoryCalls.export, { query: { format } })).value();
    const whole = text.replaceAll('\r\n ', '');
    for (const secret of Object.values(secrets)) expect(whole).toContain(core(secret));
  }
  for (const secret of Object.values(secrets)) {
    const { totalCount } = (
      await viewer.call(directoryCalls.search, { query: { q: secret } })
    ).value();
    // Searching for oneself works as it does for others, whatever is hidden.
    expect([secret, totalCount]).toEqual([secret, isOwnSecret ? 0 : 1]);
  }
}

test('the preview as others is identical to what others see', async () => {
  for (const audience of audiences) {
    await hide(newSecrets(), audience);
    const params = { memberId: fixtures.owner.memberId };
    const preview = await fixtures.owner.call(profileCalls.profile, {
      params,
      query: { as: 'member' },
    });
    const seen = await fixtures.other.call(profileCalls.profile, { params });
    expect([preview.text, preview.headers.etag]).toEqual([seen.text, seen.headers.etag]);
  }
});
