/**
 * The archive that operators install: made for this platform, and run as an ordinary user in an empty home, on a machine
 * without Node, npm or anything else in its PATH.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installationRoot, readHubVersion } from '#server/config/paths.ts';
import { writeArchive } from '../../../../release/write-contents.ts';
import { readBuiltCommit, removeDataDir } from '../hub-process.ts';
import { hasOrSay } from '../say.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const platform = `${process.platform}-${process.arch}`;
const name = `chapter-hub-${readHubVersion()}-${platform}`;
/** That of `nobody`, who has no home; PostgreSQL's `initdb` refuses one without a name. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const as = uid === undefined ? {} : { uid, gid: uid };
const password = 'correct horse battery';

const hasRelease = hasOrSay(
  ['linux-x64', 'linux-arm64', 'darwin-arm64'].includes(platform),
  'Tests of the release',
  'a platform with a release',
);

test.runIf(hasRelease)(
  'the archive is what its hash and its list say, and runs by itself',
  async () => {
    const made = await temporaryFolder();
    const release = [
      join(installationRoot, 'bin', 'release.mjs'),
      '--only',
      platform,
      '--to',
      made,
    ];
    const { status, stderr } = spawnSync(process.execPath, release, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    const archive = join(made, `${name}.tar.gz`);
    const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${hash}  ${name}.tar.gz\n`);

    const home = await temporaryFolder();
    if (uid !== undefined) chownSync(home, uid, uid);
    execFileSync('tar', ['-xzf', archive], { ...as, cwd: home });
    const root = join(home, name);
    const sbom = JSON.parse(readFileSync(join(made, `${name}.cdx.json`), 'utf8'));
    expect(sbom.metadata.component).toMatchObject({
      version: readHubVersion(),
      hashes: [{ alg: 'SHA-256', content: hash }],
    });
    const listed: Package[] = sbom.components;
    expect(listed.map(nameOf).toSorted()).toEqual(listUnpacked(root));
    const names = new Set(listed.map((one) => one.name));
    expect(listImported().filter((imported) => !names.has(imported))).toEqual([]);

    expect(await run(home, '--version')).toBe(describeVersion());
    const hub = serve(home);
    try {
      const url = await waitForLine(hub, /^Chapter Hub is ready at (\S+)$/m);
      const link = await waitForLine(hub, /^Set it up .*#(\S+)$/m);
      expect(hub.stdout()).toContain(`run "${realpathSync(root)}/chapter-hub restore `);
      const maya = { firstName: 'Maya', lastName: 'Chen', email: 'maya@example.org' };
      expect(await post(url, '/setup', { token: link, password, ...maya })).toBeLessThan(300);
      const signIn = (given: string) =>
        post(url, '/auth/sign-in', { email: maya.email, password: given });
      expect(await signIn('another password')).toBe(401);
      expect(await signIn(password)).toBeLessThan(300);
      expect((await fetch(url)).headers.get('content-type')).toMatch(/^text\/html/);
      // The launcher is no process in between: the signal reaches the server itself.
      hub.child.kill('SIGTERM');
      expect(await hub.ended).toEqual({ code: 0, signal: null });
    } finally {
      await removeDataDir(join(home, 'data'), [hub]);
    }
  },
);

test('equal contents make equal archives, whenever and with whatever umask they were written', async () => {
  const make = async (time: number, mode: number) => {
    const folder = await temporaryFolder();
    const source = join(folder, 'program');
    writeFileSync(source, 'echo');
    chmodSync(source, mode);
    utimesSync(source, time, time);
    const path = join(folder, 'archive');
    const entries = [
      { path: 'bin/a', source },
      { path: 'bin/b', link: 'a' },
    ];
    await writeArchive(entries, 'hub', path);
    return readFileSync(path);
  };
  const first = await make(1_000_000, 0o700);
  expect(await make(2_000_000, 0o755)).toEqual(first);
  expect(await make(2_000_000, 0o644)).not.toEqual(first);
});

type Package = { readonly name: string; readonly version: string };
const nameOf = (one: Package) => `${one.name}@${one.version}`;

/** The packages of an unpacked archive: those in its node_modules, and those in its bundles. */
function listUnpacked(root: string): string[] {
  const modules = join(root, 'node_modules');
  const folders = globSync(['[!.@]*', '@*/*'], { cwd: modules });
  expect(globSync('**/node_modules', { cwd: modules })).toEqual([]);
  const own = folders.map((folder) =>
    nameOf(JSON.parse(readFileSync(join(modules, folder, 'package.json'), 'utf8'))),
  );
  const licenses = readFileSync(join(root, 'THIRD-PARTY-LICENSES.md'), 'utf8');
  const bundled = [...licenses.matchAll(/^## (\S+) (\d\S*) \(/gm)].map(
    ([, called = '', version = '']) => nameOf({ name: called, version }),
  );
  return [...new Set([...own, ...bundled])].toSorted();
}

/** The packages that our own code names, whether they end in a bundle or not. */
function listImported(): string[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: installationRoot }).filter(
    (path) => !/[/\\]testing[/\\]|\.test\.tsx?$/.test(path),
  );
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(installationRoot, path), 'utf8');
    const imports = text.matchAll(
      /^(?:import (?!type )|\} from |.*\bimport\()[^'\n]*'((?:@[^/']+\/)?[^./'#@][^/']*)/gm,
    );
    return [...imports].map(([, called = '']) => called);
  });
  expect(found).toContain('fastify');
  return [...new Set(found)].filter((called) => !called.startsWith('node:'));
}

function describeVersion(): string {
  const commit = readBuiltCommit();
  return commit === undefined ? `${readHubVersion()}\n` : `${readHubVersion()} (${commit})\n`;
}

/** Nothing is found by its name. */
const env = { PATH: '' };

async function run(home: string, ...args: string[]): Promise<string> {
  const launcher = join(home, name, 'chapter-hub');
  return execFileSync(launcher, args, { ...as, cwd: home, env, encoding: 'utf8' });
}

function serve(home: string) {
  const launcher = join(home, name, 'chapter-hub');
  const child: ChildProcess = spawn(launcher, ['serve', '--port', '0'], {
    ...as,
    cwd: home,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, pid: child.pid ?? 0, ended, stdout: () => stdout, stderr: () => stderr };
}

async function waitForLine(hub: ReturnType<typeof serve>, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(hub.stdout())?.[1];
    if (found !== undefined) return found;
    if (hub.child.exitCode !== null) throw new Error(`it ended: ${hub.stderr()}`);
    await Promise.race([once(hub.child.stdout ?? hub.child, 'data'), hub.ended]);
  }
}

async function post(url: string, path: string, body: unknown): Promise<number> {
  const reply = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.text();
  return reply.status;
}
