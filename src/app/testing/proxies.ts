/** Proxies with the examples of deploy/proxy, on ports of this machine, by the programs that are installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import { findFreePort } from './free-port.ts';
import { hasOrSay, runs } from './say.ts';
import { temporaryFolder } from './temporary-folder.ts';

const hasCaddy = hasOrSay(runs('caddy', 'version'), 'Tests of the example for Caddy', 'caddy');
const hasNginx = hasOrSay(
  runs('nginx', '-v') && runs('openssl', 'version'),
  'Tests of the example for nginx',
  'nginx and openssl',
);

type Proxy = {
  readonly port: number;
  /** The file with the certificate that vouches for its own, which may be yet to come. */
  readonly authority: string;
};

/** Until the test ends. `upstreams` are the addresses of the hub's servers. */
type StartProxy = (example: string, site: string, upstreams: readonly string[]) => Promise<Proxy>;

function readExample(name: string, site: string, upstreams: readonly string[]): string {
  const example = readFileSync(join(installationRoot, 'deploy', 'proxy', name), 'utf8');
  return upstreams.reduce(
    (text, upstream, index) => {
      const given = `127.0.0.1:${3000 + index}`;
      expect(text).toContain(given);
      return text.replace(given, upstream);
    },
    example.replaceAll('hub.example.org', site),
  );
}

function start(folder: string, program: string, ...args: string[]): void {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
}

const startCaddy: StartProxy = async (name, site, upstreams) => {
  const example = readExample(name, site, upstreams);
  const folder = await temporaryFolder();
  const [port, redirects] = [await findFreePort(), await findFreePort()];
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
  return { port, authority: join(folder, 'caddy/pki/authorities/local/root.crt') };
};

const startNginx: StartProxy = async (name, site, upstreams) => {
  const example = readExample(name, site, upstreams);
  const folder = await temporaryFolder();
  const [port, redirects] = [await findFreePort(), await findFreePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', `/CN=${site}`, '-addext', `subjectAltName=DNS:${site}`];
  const files = ['-keyout', key, '-out', certificate];
  expect(runs('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files)).toBe(
    true,
  );
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
  return { port, authority: certificate };
};

export const proxies = [
  { proxy: 'Caddy', isThere: hasCaddy, start: startCaddy, one: 'Caddyfile', two: 'Caddyfile.two' },
  {
    proxy: 'nginx',
    isThere: hasNginx,
    start: startNginx,
    one: 'nginx.conf',
    two: 'nginx.two.conf',
  },
] as const;
