/** The examples for proxies, run in front of a real server by the programs that are installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import { startTestHub } from './hub.ts';
import { hasOrSay, runs } from './say.ts';
import { temporaryFolder } from './temporary-folder.ts';

const site = 'hub.example.org';
const read = (name: string) =>
  readFileSync(join(installationRoot, 'deploy', 'proxy', name), 'utf8');

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

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

function start(folder: string, program: string, ...args: string[]): void {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
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

const hasCaddy = hasOrSay(runs('caddy', 'version'), 'Tests of the example for Caddy', 'caddy');
const hasNginx = hasOrSay(
  runs('nginx', '-v') && runs('openssl', 'version'),
  'Tests of the example for nginx',
  'nginx and openssl',
);

async function startCaddy(example: string): Promise<number> {
  const [folder, port, redirects] = [await temporaryFolder(), await freePort(), await freePort()];
  const local = `{
    admin off
    local_certs
    skip_install_trust
    http_port ${redirects}
    https_port ${port}
  }\n`;
  const path = join(folder, 'Caddyfile');
  writeFileSync(path, local + example);
  start(folder, 'caddy', 'run', '--adapter', 'caddyfile', '--config', path);
  return port;
}

test.runIf(hasCaddy)('Caddy serves the hub as in the example', async () => {
  const { seen, upstream } = await startHubBehindProxy();
  const port = await startCaddy(read('Caddyfile').replace('127.0.0.1:3000', upstream));
  await expectToServe(port, seen);
});

test.runIf(hasCaddy)('Caddy goes on with one of two servers, as in the example', async () => {
  const { seen, upstream } = await startHubBehindProxy();
  const gone = `127.0.0.1:${await freePort()}`;
  const example = read('Caddyfile.two').replace('127.0.0.1:3000', upstream);
  const port = await startCaddy(example.replace('127.0.0.1:3001', gone));
  await expectBothServed(port, seen);
});

/** Whichever of two servers is asked first, the one that runs answers. */
async function expectBothServed(port: number, seen: readonly string[]): Promise<void> {
  await expectToServe(port, seen);
  for (let turn = 0; turn < 8; turn += 1) {
    expect((await post(port, '/api/auth/sign-in', {}))?.[0]).toBe(422);
  }
}

async function startNginx(example: string): Promise<number> {
  const [folder, port, redirects] = [await temporaryFolder(), await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${site}`, '-keyout', key, '-out', certificate];
  expect(runs('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject)).toBe(true);
  const ours = example
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirects};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/\S+fullchain\.pem/, certificate)
    .replace(/\S+privkey\.pem/, key);
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ');
  const path = join(folder, 'nginx.conf');
  const main = `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'log')}; events {}`;
  writeFileSync(path, `${main} http { access_log off; ${scratch}\n${ours} }`);
  start(folder, 'nginx', '-c', path, '-p', folder);
  return port;
}

test.runIf(hasNginx)('nginx serves the hub as in the example', async () => {
  const { seen, upstream } = await startHubBehindProxy();
  const port = await startNginx(read('nginx.conf').replace('127.0.0.1:3000', upstream));
  await expectToServe(port, seen);
});

test.runIf(hasNginx)('nginx goes on with one of two servers, as in the example', async () => {
  const { seen, upstream } = await startHubBehindProxy();
  const example = read('nginx.conf').replace('127.0.0.1:3000', upstream);
  const gone = '# server 127.0.0.1:3001';
  expect(example).toContain(gone);
  const port = await startNginx(example.replace(gone, `server 127.0.0.1:${await freePort()}`));
  await expectBothServed(port, seen);
});
