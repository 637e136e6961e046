/** The examples for proxies, run in front of a real server by the programs that are installed. */
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from './free-port.ts';
import { startTestHub } from './hub.ts';
import { proxies } from './proxies.ts';

const site = 'hub.example.org';

/** Clients' addresses, as the hub sees them. */
async function startHubBehindProxy() {
  const hub = await startTestHub({ config: { publicUrl: `https://${site}`, isBehindProxy: true } });
  onTestFinished(() => hub.close());
  const seen: string[] = [];
  hub.app.server.on('request', ({ headers }) => seen.push(String(headers['x-forwarded-for'])));
  await hub.app.listen({ port: 0, host: '127.0.0.1' });
  const address = hub.app.server.address();
  return { seen, upstream: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

/** As a browser on the site's page does. Undefined while nothing answers. */
async function post(
  port: number,
  path: string,
  body: unknown,
): Promise<[number, string] | undefined> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    servername: site,
    rejectUnauthorized: false,
    headers: {
      host: site,
      origin: `https://${site}`,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
    },
  });
  sent.end(JSON.stringify(body));
  try {
    const [reply] = await once(sent, 'response');
    return [reply.statusCode, await text(reply)];
  } catch {
    return undefined;
  }
}

async function expectToServe(port: number, seen: readonly string[]): Promise<void> {
  const attempt = { email: 'nobody@example.org', password: 'not-the-password' };
  await expect.poll(() => post(port, '/api/auth/sign-in', attempt)).toBeDefined();
  // Not 403: the hub takes the site for its own. Not 502: it is reached.
  const answer = await post(port, '/api/auth/sign-in', attempt);
  expect(answer).toEqual([401, expect.stringContaining('wrong_credentials')]);
  // The last address counts, and is not the one that the client made up.
  expect(seen.at(-1)).toMatch(/(^|, )127\.0\.0\.1$/);
}

describe.each(proxies)('$proxy', ({ isThere, start, one, two }) => {
  test.runIf(isThere)('serves the hub as in the example', async () => {
    const { seen, upstream } = await startHubBehindProxy();
    const { port } = await start(one, site, [upstream]);
    await expectToServe(port, seen);
  });

  test.runIf(isThere)('goes on with one of two servers, as in the example', async () => {
    const { seen, upstream } = await startHubBehindProxy();
    const gone = `127.0.0.1:${await findFreePort()}`;
    const { port } = await start(two, site, [upstream, gone]);
    await expectToServe(port, seen);
    // Whichever is asked first, the one that runs answers.
    for (let turn = 0; turn < 8; turn += 1) {
      expect((await post(port, '/api/auth/sign-in', {}))?.[0]).toBe(422);
    }
  });
});
