/** What a real server writes down, at the level that writes the most. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eventCalls } from '#features/events/contract.ts';
import { join, password } from '#features/identity/server/testing/browser.ts';
import { startTestHub, type TestHub, testSecret } from './hub.ts';
import { type HubProcess, startHub, stop } from './hub-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const email = 'rosalind@example.org';
async function startLoggingHub(): Promise<HubProcess> {
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  await join(hub, await hub.chapter(), email);
  return startOn(hub);
}

async function startOn(hub: TestHub): Promise<HubProcess> {
  const server = await startHub(await temporaryFolder(), [], {
    DATABASE_URL: hub.database.appUrl,
    HUB_SECRET: testSecret,
    LOG_LEVEL: 'trace',
  });
  onTestFinished(async () => void (await stop(server)));
  return server;
}

function sender({ url }: HubProcess) {
  return async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ) => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { reply, text: await reply.text() };
  };
}

function readLines({ stderr }: HubProcess): Record<string, unknown>[] {
  const lines = stderr().split('\n');
  // The last one may not have arrived whole.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

test('no line says who anyone is, what they wrote or searched for, or what lets them in', async () => {
  const server = await startLoggingHub();
  const send = sender(server);
  const wrong = await send('POST', '/auth/sign-in', {}, { email, password: 'quartermaster' });
  const right = await send('POST', '/auth/sign-in', {}, { email, password });
  const cookie = right.reply.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const issued = await send('POST', '/auth/token', { cookie });
  const { token } = JSON.parse(issued.text) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const made = await send('POST', '/calendar-feed', bearer);
  const { path: feed } = JSON.parse(made.text) as { path: string };
  const read = await fetch(`${server.url}/api${feed}`);
  await read.text();
  const others = [
    await send('POST', '/auth/password-reset', {}, { email }),
    await send('GET', '/expenses?searchTerm=nightingale', bearer),
    await send('POST', '/wallets', bearer, '{ "name": "nightingale"'),
    await send('POST', '/wallets', bearer, { name: 'nightingale' }),
    await send('GET', '/wallets/nightingale', { authorization: 'Bearer nightingale' }),
    await send('GET', '/nightingale', {}),
  ];
  const statuses = [wrong, right, issued, made, ...others].map(({ reply }) => reply.status);
  expect([...statuses, read.status]).toEqual([
    401, 200, 200, 201, 409, 200, 400, 422, 401, 404, 200,
  ]);
  const count = statuses.length + 1;
  const lines = () => server.stderr().match(/"answered"/g)?.length ?? 0;
  await expect.poll(lines, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  const secrets = [
    email,
    'quartermaster',
    password,
    token,
    ...cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)),
    feed.split('/').at(-1) ?? feed,
    'nightingale',
    testSecret,
  ];
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
  expect(secrets.filter((secret) => server.stderr().includes(secret))).toEqual([]);
});

test('a request that fails because of a bug is found in the log by its id, without traces', async () => {
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  const maya = await (await hub.chapter()).person('Maya Chen', 'treasurer');
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('alter table hub.wallet add constraint never check (false) not valid');
  await owner.end();
  const server = await startOn(hub);
  const send = sender(server);
  const bearer = { authorization: `Bearer ${maya.token}` };
  const wallet = { name: 'Purse', ownerId: maya.memberId, currencyCode: 'USD' };
  const sent = [
    await send('GET', '/wallets', bearer),
    await send('POST', '/wallets', bearer, wallet),
    await send('GET', '/wallets', bearer),
  ];
  expect(sent.map(({ reply }) => reply.status)).toEqual([200, 500, 200]);
  const lines = () => readLines(server);
  const answered = () => lines().filter(({ msg }) => msg === 'answered');
  await expect
    .poll(() => answered().filter(({ route }) => route === '/api/wallets'))
    .toHaveLength(3);
  const failed = lines().filter(({ msg }) => msg === 'a request failed because of a bug');
  expect(failed).toMatchObject([{ reqId: expect.stringMatching(/./), level: 50 }]);
  const ofIt = answered().filter(({ reqId }) => reqId === failed[0]?.reqId);
  expect(ofIt).toMatchObject([{ method: 'POST', route: '/api/wallets', status: 500 }]);
});

test('what fails behind a request is logged without its row, at a time written as in any line', async () => {
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  const maya = await (await hub.chapter()).person('Maya Chen');
  const [calendar] = (await maya.call(eventCalls.calendars)).value().items;
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query(
    `alter table hub.calendar_import add constraint never check (phase <> 'ready') not valid`,
  );
  await owner.end();
  const server = await startOn(hub);
  const path = `/api/calendars/${calendar?.id}/imports?fileName=nightingale.ics`;
  const sent = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${maya.token}`,
      'content-type': 'application/octet-stream',
    },
    body: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
  });
  expect(sent.status).toBe(201);
  await expect.poll(server.stderr, { timeout: 30_000 }).toContain('An import failed');
  expect(server.stderr()).not.toContain('nightingale');
  const lines = readLines(server);
  const iso = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines.map(({ time }) => time)).toEqual(lines.map(() => iso));
  const failed = lines.find(({ msg }) => msg === 'An import failed');
  expect(failed?.['err']).toMatchObject({ code: '23514', constraint: 'never' });
});
