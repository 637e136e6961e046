import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { type Cents, cents, money } from '#kit/money.ts';
import { pageQuery } from '#kit/page.ts';
import { testId } from '#kit/testing/test-id.ts';
import type * as Call from './call.ts';
import type * as CallErrors from './call-error.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Answer = (seen: Seen, response: ServerResponse) => void;

const seen: Seen[] = [];
let answer: Answer;
let tokensGiven = 0;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body });
    if (url === '/api/auth/token') return giveToken(response);
    answer({ method, url, headers, body }, response);
  });
});

let giveToken: (response: ServerResponse) => void;
const giveGoodToken = (response: ServerResponse) => {
  tokensGiven += 1;
  const expiresAt = Temporal.Now.instant().add({ minutes: 10 }).toString();
  const chapterId = '01900000-0000-7000-8000-000000000001';
  reply(response, 200, { token: `token-${tokensGiven}`, expiresAt, chapterId });
};

function reply(response: ServerResponse, status: number, body?: unknown, reason = '') {
  response.writeHead(status, reason, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

const item = z.object({ id: id(), amount: money });
const tag = 'Tests';
const read = endpoint({
  method: 'GET',
  path: '/items/{itemId}',
  tag,
  summary: '',
  policy: 'member',
  params: z.strictObject({ itemId: id() }),
  query: z.strictObject({ ...pageQuery(40), word: z.optional(z.string()) }),
  reply: item,
});
const readByCookie = endpoint({
  method: 'GET',
  path: '/users',
  tag,
  summary: '',
  policy: 'member',
  credential: 'cookie-or-bearer',
  reply: z.object({ totalCount: z.int() }),
});
const create = endpoint({
  method: 'POST',
  path: '/items',
  tag,
  summary: '',
  policy: 'member',
  body: z.strictObject({ amount: money }),
  reply: item,
});
const patch = endpoint({
  method: 'PATCH',
  path: '/items/{itemId}',
  tag,
  summary: '',
  policy: 'member',
  params: z.strictObject({ itemId: id() }),
  body: z.array(z.object({ op: z.literal('replace') })),
  bodyType: 'application/json-patch+json',
});

const issueToken = endpoint({
  method: 'POST',
  path: '/auth/token',
  tag,
  summary: '',
  policy: 'signed-in',
  credential: 'cookie',
  reply: z.object({ token: z.string(), expiresAt: instant, chapterId: id<'chapter'>() }),
});

const itemId = testId('01900000-0000-7000-8000-0000000000aa');
const onWire = { id: itemId, amount: 12.34 };

let web: typeof Call;
let errors: typeof CallErrors;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('VITE_API_BASE', `http://127.0.0.1:${port}/api`);
  vi.stubEnv('VITE_HOME_API_BASE', `http://127.0.0.1:${port}/home-api/`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

beforeEach(async () => {
  // A browser that was just opened: no token held.
  vi.resetModules();
  web = await import('./call.ts');
  errors = await import('./call-error.ts');
  web.setTokenSource(() => web.call(issueToken, {}));
  seen.length = 0;
  tokensGiven = 0;
  giveToken = giveGoodToken;
  answer = (_, response) => reply(response, 200, onWire);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('the call was to fail');
    },
    (error: unknown) => error as InstanceType<typeof errors.CallError>,
  );
const calls = () => seen.filter(({ url }) => url !== '/api/auth/token');

describe('what travels', () => {
  it('the path, the query and the reply are translated by the contract', async () => {
    const read1 = await web.call(read, { params: { itemId }, query: { skip: 40, word: 'a&b' } });
    expect(read1.amount).toBe(cents(1234));
    expect(calls()[0]?.url).toBe(`/api/items/${itemId}?skip=40&word=a%26b`);
  });

  it('what has a default or is optional may be left out', async () => {
    await web.call(read, { params: { itemId }, query: { word: undefined } });
    expect(calls()[0]?.url).toBe(`/api/items/${itemId}`);
  });

  it('cents leave as dollars', async () => {
    await web.call(create, { body: { amount: cents(1005) } });
    expect(calls()[0]?.body).toBe('{"amount":10.05}');
    expect(calls()[0]?.headers['content-type']).toBe('application/json');
  });

  it('a patch says that it is one, and the version that was seen', async () => {
    answer = (_, response) => reply(response, 204);
    const body = [{ op: 'replace' as const }];
    expect(await web.call(patch, { params: { itemId }, body, ifMatch: 7 })).toBeUndefined();
    expect(calls()[0]?.headers).toMatchObject({
      'content-type': 'application/json-patch+json',
      'if-match': '"7"',
    });
  });

  it('every POST carries an idempotency key, that of its intent when it has one', async () => {
    const body = { amount: cents(1) };
    await web.call(create, { body });
    await web.call(create, { body });
    await web.call(create, { body, idempotencyKey: 'the-intent' });
    const keys = calls().map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('the-intent');
  });
});

describe('who calls', () => {
  it('calls carry the bearer token, fetched once however many ask at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => web.call(read, { params: { itemId } })));
    expect(tokensGiven).toBe(1);
    expect(calls().map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill('Bearer token-1'),
    );
  });

  it('the reads of Home and Members go to their own base without a token', async () => {
    answer = (_, response) => reply(response, 200, { totalCount: 3 });
    expect(await web.call(readByCookie, {})).toEqual({ totalCount: 3 });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url).toBe('/home-api/users');
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('a token refused gets one fresh one and one more try', async () => {
    answer = ({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? reply(response, 401)
        : reply(response, 200, onWire);
    const lost = vi.fn();
    web.onSessionLost(lost);
    expect(await web.call(read, { params: { itemId } })).toEqual({ id: itemId, amount: 1234 });
    expect(tokensGiven).toBe(2);
    expect(lost).not.toHaveBeenCalled();
  });

  it('refused with the fresh token too, the session is lost', async () => {
    answer = (_, response) => reply(response, 401);
    const lost = vi.fn();
    web.onSessionLost(lost);
    const error = await failureOf(web.call(read, { params: { itemId } }));
    expect(error.message).toBe('API request failed: 401 Unauthorized');
    expect(calls()).toHaveLength(2);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('without a token to be had nothing is called, and the failure says what the screen wants', async () => {
    giveToken = (response) => reply(response, 401);
    const lost = vi.fn();
    web.onSessionLost(lost);
    const withoutToken = 'No authentication token';
    const error = await failureOf(web.call(read, { params: { itemId }, withoutToken }));
    expect(error.message).toBe('No authentication token');
    expect((await failureOf(web.call(read, { params: { itemId } }))).message).toBe(
      'No auth token available',
    );
    expect(calls()).toHaveLength(0);
    expect(lost).toHaveBeenCalled();
  });

  it('a forgotten token is never used again', async () => {
    await web.call(read, { params: { itemId } });
    web.forgetToken();
    await web.call(read, { params: { itemId } });
    expect(calls().map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });
});

describe('failures', () => {
  it.each([
    [404, '', 'API request failed: 404 Not Found'],
    [409, 'Conflict', 'API request failed: 409 Conflict'],
    [422, '', 'API request failed: 422 Unprocessable Entity'],
    [500, 'Internal Server Error', 'API request failed: 500 Internal Server Error'],
    [599, '', 'API request failed: 599'],
  ])('a reply of %i %s says "%s"', async (status, reason, message) => {
    answer = (_, response) => reply(response, status, { nonsense: true }, reason);
    const error = await failureOf(web.call(read, { params: { itemId } }));
    expect(error).toBeInstanceOf(errors.CallError);
    expect(error.message).toBe(message);
    expect(error.refusal).toBeUndefined();
  });

  it("carries the server's own words and how long to wait", async () => {
    const refusal = { code: 'too_many', message: 'Slower', field: 'amount', details: { a: 1 } };
    answer = (_, response) => {
      response.setHeader('retry-after', '7');
      reply(response, 429, refusal);
    };
    const error = await failureOf(web.call(read, { params: { itemId } }));
    expect(errors.refusalOf(error)).toEqual(refusal);
    expect(error.retryAfterSeconds).toBe(7);
    expect(errors.hasCode(error, 'too_many')).toBe(true);
  });

  it('no answer is a failure that says so', async () => {
    answer = (_, response) => response.destroy();
    const error = await failureOf(web.call(read, { params: { itemId } }));
    expect(errors.isUnreachable(error)).toBe(true);
    expect(error.message).toMatch(/Can't reach the server/);
  });

  it('an answer cut short is one that did not come', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    };
    expect(errors.isUnreachable(await failureOf(web.call(read, { params: { itemId } })))).toBe(
      true,
    );
  });

  it('an answer of another shape is refused, not passed on', async () => {
    answer = (_, response) => reply(response, 200, { ...onWire, amount: 1.005 });
    const error = await failureOf(web.call(read, { params: { itemId } }));
    expect(error).toBeInstanceOf(errors.CallError);
    expect(error.message).toMatch(/Unexpected response/);
  });

  it('an abort stays an abort', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    const error = await failureOf(web.call(read, { params: { itemId }, signal: stop.signal }));
    expect(error.name).toBe('AbortError');
  });

  it('an answer that was asked for early and is not wanted any more does not arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const address = `${import.meta.env['VITE_HOME_API_BASE']}users`;
    vi.stubGlobal('hubEarly', new Map([[address, { answer: promise, authorization: undefined }]]));
    const wanted = new AbortController();
    const asked = web.call(readByCookie, { signal: wanted.signal });
    wanted.abort();
    resolve(Response.json({ totalCount: 1 }));
    await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(seen).toEqual([]);
  });

  it('what was asked for early is forgotten with the token', () => {
    const early = new Map([['/api/expenses', { answer: Promise.resolve(), authorization: 'x' }]]);
    vi.stubGlobal('hubEarly', early);
    web.forgetToken();
    expect(early.size).toBe(0);
  });

  it('what the contract forbids is refused without a journey', async () => {
    const body = { amount: 1.5 as Cents };
    const error = await failureOf(web.call(create, { body }));
    expect(error.message).toBe('API request failed: 422 Unprocessable Entity');
    expect(error.refusal).toMatchObject({ code: 'invalid', field: 'amount' });
    expect(seen).toHaveLength(0);
  });
});
