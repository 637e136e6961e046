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

type SentRequest = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
};
type Responder = (requests: SentRequest, response: ServerResponse) => void;

const requests: SentRequest[] = [];
let respond: Responder;
let issuedTokens = 0;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    if (url === '/api/auth/token') return respondWithToken(response);
    respond({ method, url, headers, body }, response);
  });
});

let respondWithToken: (response: ServerResponse) => void;
const issueValidToken = (response: ServerResponse) => {
  issuedTokens += 1;
  const expiresAt = Temporal.Now.instant().add({ minutes: 10 }).toString();
  const chapterId = '01900000-0000-7000-8000-000000000001';
  reply(response, 200, { token: `token-${issuedTokens}`, expiresAt, chapterId });
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
const wireItem = { id: itemId, amount: 12.34 };

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
  // A fresh module has no token yet.
  vi.resetModules();
  web = await import('./call.ts');
  errors = await import('./call-error.ts');
  web.setTokenSource(() => web.call(issueToken, {}));
  requests.length = 0;
  issuedTokens = 0;
  respondWithToken = issueValidToken;
  respond = (_, response) => reply(response, 200, wireItem);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const catchFailure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('the call should have failed');
    },
    (error: unknown) => error as InstanceType<typeof errors.CallError>,
  );
const sentCalls = () => requests.filter(({ url }) => url !== '/api/auth/token');

describe('the request', () => {
  it('encodes path and query and decodes the reply with the contract', async () => {
    const reply1 = await web.call(read, { params: { itemId }, query: { skip: 40, word: 'a&b' } });
    expect(reply1.amount).toBe(cents(1234));
    expect(sentCalls()[0]?.url).toBe(`/api/items/${itemId}?skip=40&word=a%26b`);
  });

  it('omits arguments that are optional or have a default', async () => {
    await web.call(read, { params: { itemId }, query: { word: undefined } });
    expect(sentCalls()[0]?.url).toBe(`/api/items/${itemId}`);
  });

  it('sends cents as dollars', async () => {
    await web.call(create, { body: { amount: cents(1005) } });
    expect(sentCalls()[0]?.body).toBe('{"amount":10.05}');
    expect(sentCalls()[0]?.headers['content-type']).toBe('application/json');
  });

  it('sends the media type of a patch and the version it is based on', async () => {
    respond = (_, response) => reply(response, 204);
    const body = [{ op: 'replace' as const }];
    expect(await web.call(patch, { params: { itemId }, body, ifMatch: 7 })).toBeUndefined();
    expect(sentCalls()[0]?.headers).toMatchObject({
      'content-type': 'application/json-patch+json',
      'if-match': '"7"',
    });
  });

  it('sends an idempotency key with every POST, the given one if any', async () => {
    const body = { amount: cents(1) };
    await web.call(create, { body });
    await web.call(create, { body });
    await web.call(create, { body, idempotencyKey: 'the-intent' });
    const keys = sentCalls().map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('the-intent');
  });
});

describe('authentication', () => {
  it('sends the bearer token, which concurrent calls fetch once', async () => {
    await Promise.all([1, 2, 3].map(() => web.call(read, { params: { itemId } })));
    expect(issuedTokens).toBe(1);
    expect(sentCalls().map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill('Bearer token-1'),
    );
  });

  it('sends reads of Home and Members to their own base without a token', async () => {
    respond = (_, response) => reply(response, 200, { totalCount: 3 });
    expect(await web.call(readByCookie, {})).toEqual({ totalCount: 3 });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toBe('/home-api/users');
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('retries once with a new token when a token is refused', async () => {
    respond = ({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? reply(response, 401)
        : reply(response, 200, wireItem);
    const lost = vi.fn();
    web.onSessionLost(lost);
    expect(await web.call(read, { params: { itemId } })).toEqual({ id: itemId, amount: 1234 });
    expect(issuedTokens).toBe(2);
    expect(lost).not.toHaveBeenCalled();
  });

  it('reports the session lost when the new token is refused, too', async () => {
    respond = (_, response) => reply(response, 401);
    const lost = vi.fn();
    web.onSessionLost(lost);
    const error = await catchFailure(web.call(read, { params: { itemId } }));
    expect(error.message).toBe('API request failed: 401 Unauthorized');
    expect(sentCalls()).toHaveLength(2);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('sends nothing without a token and fails with the given message', async () => {
    respondWithToken = (response) => reply(response, 401);
    const lost = vi.fn();
    web.onSessionLost(lost);
    const missingTokenMessage = 'No authentication token';
    const error = await catchFailure(web.call(read, { params: { itemId }, missingTokenMessage }));
    expect(error.message).toBe('No authentication token');
    expect((await catchFailure(web.call(read, { params: { itemId } }))).message).toBe(
      'No auth token available',
    );
    expect(sentCalls()).toHaveLength(0);
    expect(lost).toHaveBeenCalled();
  });

  it('never uses a forgotten token again', async () => {
    await web.call(read, { params: { itemId } });
    web.forgetToken();
    await web.call(read, { params: { itemId } });
    expect(sentCalls().map(({ headers }) => headers.authorization)).toEqual([
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
  ])('report a reply of %i %s as "%s"', async (status, reason, message) => {
    respond = (_, response) => reply(response, status, { nonsense: true }, reason);
    const error = await catchFailure(web.call(read, { params: { itemId } }));
    expect(error).toBeInstanceOf(errors.CallError);
    expect(error.message).toBe(message);
    expect(error.refusal).toBeUndefined();
  });

  it("include the server's reason and how long to wait", async () => {
    const refusal = { code: 'too_many', message: 'Slower', field: 'amount', details: { a: 1 } };
    respond = (_, response) => {
      response.setHeader('retry-after', '7');
      reply(response, 429, refusal);
    };
    const error = await catchFailure(web.call(read, { params: { itemId } }));
    expect(errors.getRefusal(error)).toEqual(refusal);
    expect(error.retryAfterSeconds).toBe(7);
    expect(errors.hasCode(error, 'too_many')).toBe(true);
  });

  it('report that no response arrived', async () => {
    respond = (_, response) => response.destroy();
    const error = await catchFailure(web.call(read, { params: { itemId } }));
    expect(errors.isUnreachable(error)).toBe(true);
    expect(error.message).toMatch(/Can't reach the server/);
  });

  it('treat a truncated response as none', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    };
    expect(errors.isUnreachable(await catchFailure(web.call(read, { params: { itemId } })))).toBe(
      true,
    );
  });

  it('reject a response of an unexpected shape', async () => {
    respond = (_, response) => reply(response, 200, { ...wireItem, amount: 1.005 });
    const error = await catchFailure(web.call(read, { params: { itemId } }));
    expect(error).toBeInstanceOf(errors.CallError);
    expect(error.message).toMatch(/Unexpected response/);
  });

  it('pass on an abort as an AbortError', async () => {
    const stop = new AbortController();
    respond = () => stop.abort();
    const error = await catchFailure(web.call(read, { params: { itemId }, signal: stop.signal }));
    expect(error.name).toBe('AbortError');
  });

  it('ignore a prefetched response whose call was aborted', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const address = `${import.meta.env['VITE_HOME_API_BASE']}users`;
    vi.stubGlobal(
      '__prefetched',
      new Map([[address, { answer: promise, authorization: undefined }]]),
    );
    const controller = new AbortController();
    const pending = web.call(readByCookie, { signal: controller.signal });
    controller.abort();
    resolve(Response.json({ totalCount: 1 }));
    await expect(pending).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(requests).toEqual([]);
  });

  it('clear prefetched responses together with the token', () => {
    const prefetched = new Map([
      ['/api/expenses', { answer: Promise.resolve(), authorization: 'x' }],
    ]);
    vi.stubGlobal('__prefetched', prefetched);
    web.forgetToken();
    expect(prefetched.size).toBe(0);
  });

  it('refuse a body that violates the contract without a request', async () => {
    const body = { amount: 1.5 as Cents };
    const error = await catchFailure(web.call(create, { body }));
    expect(error.message).toBe('API request failed: 422 Unprocessable Entity');
    expect(error.refusal).toMatchObject({ code: 'invalid', field: 'amount' });
    expect(requests).toHaveLength(0);
  });
});
