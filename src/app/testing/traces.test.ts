/** Traces of a real server, as a collector receives them over OTLP/HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { createLog } from '#server/config/log.ts';
import { readHubVersion } from '#server/config/paths.ts';
import { startTraces } from '#server/traces/traces.ts';
import { startTestHub, type TestHub, type TestPerson, testSecret } from './hub.ts';
import { type HubProcess, readBuiltCommit, startHub, stop } from './hub-process.ts';

type Attribute = { readonly key: string; readonly value: Record<string, unknown> };
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
};

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

const folder = mkdtempSync(join(tmpdir(), 'chapter-hub-traces-'));
const received: { path: string; authorization: string | undefined; body: string }[] = [];
let collector: Server;
let endpoint: string;
let hub: TestHub;
let server: HubProcess;
let maya: TestPerson;
let walletId: string;

beforeAll(async () => {
  collector = createServer((request, reply) => {
    const { url = '', headers } = request;
    void text(request).then((body) => {
      received.push({ path: url, authorization: headers.authorization, body });
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  endpoint = `http://127.0.0.1:${port}/`;
  hub = await startTestHub();
  maya = await (await hub.chapter()).person('Maya Chen', 'treasurer');
  const wallet = await maya.call(walletCalls.create, {
    body: { name: 'Purse', ownerId: maya.memberId, currencyCode: 'USD' },
  });
  walletId = wallet.value().id;
  server = await startHub(folder, [], {
    DATABASE_URL: hub.database.appUrl,
    HUB_SECRET: testSecret,
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc,x-tenant=hub',
    OTEL_SERVICE_NAME: 'hub-of-the-test',
  });
  const traceparent = `00-${traceId}-${parent}-01`;
  expect(await ask(`/api/wallets/${walletId}?q=rosebud`, { traceparent })).toBe(422);
  expect(await ask(`/api/wallets/${walletId}`, { traceparent })).toBe(200);
});
afterAll(async () => {
  if (server) await stop(server);
  collector?.close();
  await hub?.close();
  rmSync(folder, { recursive: true });
});

function spans(): Span[] {
  type Body = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  return received.flatMap(({ body }) =>
    (JSON.parse(body) as Body).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${maya.token}`, ...headers },
  });
  await reply.text();
  return reply.status;
}

/** The span of a request and those below it, once they have arrived. */
async function traceOf(id: string): Promise<Span[]> {
  await expect
    .poll(() => spans().some((span) => span.traceId === id && span.kind === 2))
    .toBe(true);
  return spans().filter((span) => span.traceId === id);
}

test('a request is a span with its database statements below it, in the trace of the proxy', async () => {
  await expect
    .poll(() => spans().filter((span) => span.traceId === traceId && span.kind === 2).length)
    .toBe(2);
  const all = await traceOf(traceId);
  const request = all.find(
    ({ attributes }) =>
      attributes.find(({ key }) => key === 'http.response.status_code')?.value['intValue'] === 200,
  );
  expect(request).toMatchObject({ name: 'GET /api/wallets/:walletId', parentSpanId: parent });
  const statements = all.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThanOrEqual(2);
  for (const { kind, name, attributes } of statements) {
    expect([kind, name]).toEqual([3, 'select']);
    const shown = attributes.find(({ key }) => key === 'db.query.text')?.value['stringValue'];
    expect(shown).toMatch(/\$1/);
  }
});

test('traces go to the configured collector under the configured name', async () => {
  await traceOf(traceId);
  expect(received[0]).toMatchObject({ path: '/v1/traces', authorization: 'Basic abc' });
  expect(received[0]?.body).toContain('hub-of-the-test');
});

test('traces name the version and, from a git checkout, the commit', async () => {
  await traceOf(traceId);
  const { resourceSpans } = JSON.parse(received[0]?.body ?? '');
  const attributes: Attribute[] = resourceSpans[0].resource.attributes;
  const readAttribute = (name: string) =>
    attributes.find(({ key }) => key === name)?.value['stringValue'];
  expect(readAttribute('service.version')).toBe(readHubVersion());
  expect(readAttribute('vcs.ref.head.revision')).toBe(readBuiltCommit());
});

test('no trace contains an id, a token or what anyone wrote', async () => {
  await traceOf(traceId);
  const all = received.map(({ body }) => body).join('');
  for (const secret of [
    maya.memberId,
    maya.chapterId,
    walletId,
    maya.token,
    'rosebud',
    'Maya',
    'Purse',
  ]) {
    expect(all).not.toContain(secret);
  }
});

test('a line of the log names its request and its trace', async () => {
  const own = '5bf92f3577b34da6a3ce929d0e0e4736';
  await ask('/api/users', { traceparent: `00-${own}-00f067aa0ba902b7-01` });
  await expect.poll(() => server.stderr()).toContain(own);
  const line =
    server
      .stderr()
      .split('\n')
      .find((one) => one.includes(own)) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    trace_id: own,
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    reqId: expect.any(String),
    route: '/api/users',
    status: 200,
  });
});

/** An app of one route, asked once as a member of this trace; what it says to the log. */
async function askBareApp(
  own: string,
  isBehindProxy: boolean,
  collectorUrl = endpoint,
): Promise<string> {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const config = { endpoint: collectorUrl, headers: {}, serviceName: 'bare' };
  const traces = startTraces(config, { version: '1', isBehindProxy, log });
  const app = Fastify();
  traces.watchRequests(app);
  app.get('/', async () => 'fine');
  const headers = { traceparent: `00-${own}-00f067aa0ba902b7-01` };
  expect((await app.inject({ url: '/', headers })).body).toBe('fine');
  await app.close();
  await traces.close();
  return lines.join('');
}

test("a stranger's word for the trace of a request is not taken", async () => {
  const [ofStranger, ofProxy] = ['6', '7'].map((digit) => digit.repeat(32));
  await askBareApp(ofStranger ?? '', false);
  await askBareApp(ofProxy ?? '', true);
  const ids = spans().map((span) => span.traceId);
  expect(ids).toContain(ofProxy);
  expect(ids).not.toContain(ofStranger);
});

test('without its collector the hub works as before, and says that traces are lost', {
  tags: ['all'],
}, async () => {
  const logged = await askBareApp('8'.repeat(32), true, 'http://127.0.0.1:1');
  expect(logged).toContain('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
});
