/**
 * `npm test`: the gate, from a bare checkout: every check and law, with small numbers, on what the machine
 * has. `npm run test:all` (`--all`): everything, with large numbers, every PostgreSQL and every browser; as
 * root on Debian, it installs what is missing.
 *
 * `-- --workers 8` sets how many test files run in parallel; the default is the number of cores.
 * `-- --shuffle` runs them in random order; `--seed 123` repeats the order of an earlier run.
 * `-- --coverage` also prints how much of the server and of shared code the tests on the embedded PostgreSQL ran.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, installOnDebian } from './browser.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { runJourneys } from './e2e.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { describeMissing, findOtherBrowsers, runInOtherBrowsers } from './other-browsers.mjs';
import { print } from './print.mjs';
import { run } from './run.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const OLDEST_POSTGRES = 15;
const SLOWEST = 10;
/** Debian's packages without which tests are skipped, each with a file of it. */
const PACKAGES = {
  pgbouncer: '/usr/sbin/pgbouncer',
  // An S3 server.
  'python3-swift': '/usr/lib/python3/dist-packages/swift',
  // Sets the clocks of the crash tests.
  libfaketime: '/usr/share/doc/libfaketime',
  // Opens backups as an operator without the hub does.
  zstd: '/usr/bin/zstd',
  caddy: '/usr/bin/caddy',
  nginx: '/usr/sbin/nginx',
  // Makes the certificate that nginx is tried with.
  openssl: '/usr/bin/openssl',
  // Its promtool tries the alarms.
  prometheus: '/usr/bin/promtool',
};

/** Of what runs in the tests' own processes: screens are run by browsers. */
const COVERAGE = [
  '--coverage.enabled',
  '--coverage.include=src/{kit,server,app/server,features}/**/*.ts',
  '--coverage.exclude=src/**/{web,testing}/**',
  '--coverage.reporter=text-summary',
];

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    workers: { type: 'string' },
    shuffle: { type: 'boolean' },
    seed: { type: 'string' },
    coverage: { type: 'boolean' },
  },
});
const isAll = options.all;
process.env.HUB_TEST_TIER = isAll ? 'all' : 'gate';
if (options.workers !== undefined) process.env.HUB_TEST_WORKERS = options.workers;
const isShuffled = options.shuffle || options.seed !== undefined;
const seed = options.seed ?? String(Math.trunc(Math.random() * 1_000_000));

const reports = mkdtempSync(join(tmpdir(), 'chapter-hub-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const parts = [];
/** What this machine lacks, in a line each. */
const missing = [];

await install({ withTools: true });
if (isAll) {
  const lacking = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
  if (lacking.length > 0) await installOnDebian(...lacking);
}
if (isShuffled) print(`Random order; repeat it with --seed ${seed}\n`);

await runPart('Checks', async () => {
  const failed = await check({ withImportLaw: false });
  return { failed: failed.length, failures: failed };
});

await runPart('Build', build);

const chromium = await findBrowser();
if (chromium === undefined)
  missing.push('No browser was found for this machine; tests in one were not run.');
process.env.HUB_CHROMIUM = chromium ?? '';

await runPart('Unit, API and database tests on the embedded PostgreSQL', () =>
  runVitest('embedded', ['--project', '!components', ...(options.coverage ? COVERAGE : [])]),
);
await runOnMachinePostgres();
if (chromium) {
  await runPart('Component tests', () =>
    // React as members get it takes half the time; its warnings, which fail a test, are for the other tier.
    runVitest('components', ['--project', 'components'], isAll ? {} : { NODE_ENV: 'production' }),
  );
  await runPart('Browser tests', runPlaywright);
}
if (isAll) await runOtherBrowsers();

printSummary();

async function runOnMachinePostgres() {
  const found = findMachinePostgres();
  if (found === undefined) {
    missing.push('This machine has no PostgreSQL of its own; the tests on one were not run.');
    return;
  }
  await runPart(`Database tests on this machine's PostgreSQL ${found.major}`, () =>
    runVitest(`postgres-${found.major}`, ['--project', 'database'], {
      HUB_TEST_POSTGRES: found.binDir,
    }),
  );
}

async function runOtherBrowsers() {
  const others = await findOtherBrowsers();
  missing.push(...others.missing.map(describeMissing));
  const names = Object.keys(others.found);
  if (names.length === 0) return;
  await runPart(`Main journeys in ${names.join(' and ')}`, async () => {
    const report = join(reports, 'other-browsers.json');
    const args = ['--forbid-only'];
    return readPlaywrightReport(report, await runInOtherBrowsers(others.found, { args, report }));
  });
}

async function runPart(title, act) {
  print(`\n${title}`);
  const startedAt = performance.now();
  const outcome = await act();
  const seconds = (performance.now() - startedAt) / 1_000;
  parts.push({ title, seconds, passed: 0, failed: 0, skipped: 0, failures: [], ...outcome });
}

async function runVitest(name, args, env = {}) {
  const report = join(reports, `${name}.json`);
  const order = isShuffled
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
    : [];
  const { code } = await run(
    projectNode(),
    [
      tool('vitest/vitest.mjs'),
      'run',
      '--allowOnly=false',
      ...(isAll ? [] : ['--tagsFilter=!all']),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...order,
      ...args,
    ],
    { cwd: root, env: process.stdout.isTTY ? env : { ...env, NO_COLOR: '1' } },
  );
  return readVitestReport(report, code);
}

function runPlaywright() {
  const args = ['--forbid-only', ...(isShuffled ? [`--shuffle=${seed}`] : [])];
  return runJourneys({ args, report: join(reports, 'playwright.json') });
}

/** Repeats failures at the end, where they are found in a truncated log. */
function printSummary() {
  for (const failure of parts.flatMap(({ failures }) => failures).slice(0, 10)) {
    print(`\nFailed: ${failure}`);
  }
  const widest = Math.max(...parts.map(({ title }) => title.length));
  const printRow = (title, seconds, counts = '') =>
    process.stdout.write(
      `${title.padEnd(widest)} ${formatDuration(seconds).padStart(8)}  ${counts}\n`,
    );
  const total = (count) => parts.reduce((sum, part) => sum + part[count], 0);
  process.stdout.write('\n');
  for (const { title, seconds, ...counts } of parts)
    printRow(title, seconds, describeCounts(counts));
  printRow('Total', total('seconds'));
  process.stdout.write(`\nThe ${SLOWEST} slowest files\n`);
  for (const { file, seconds } of findSlowest()) {
    process.stdout.write(`${formatDuration(seconds).padStart(8)}  ${file}\n`);
  }
  for (const line of missing) process.stdout.write(`${line}\n`);
  for (const journey of parts.flatMap(({ unstable = [] }) => unstable)) {
    process.stdout.write(`\nUnstable, failed once and passed alone: ${journey}\n`);
  }
  process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`);
  process.exitCode = total('failed') === 0 ? 0 : 1;
}

function findSlowest() {
  const all = parts.flatMap(({ files = [] }) => files);
  return all.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
}

function describeCounts({ passed, failed, skipped }) {
  const counts = [
    passed > 0 && `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ];
  return counts.filter(Boolean).join(', ');
}

/** '7:05' for 425 seconds. */
function formatDuration(seconds) {
  const whole = Math.round(seconds);
  return `${Math.trunc(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The oldest supported PostgreSQL on this machine; what works there works on newer ones. */
function findMachinePostgres() {
  const home = '/usr/lib/postgresql';
  const majors = existsSync(home) ? readdirSync(home).map(Number) : [];
  return majors
    .filter((major) => major >= OLDEST_POSTGRES)
    .map((major) => ({ major, binDir: join(home, String(major), 'bin') }))
    .filter(({ binDir }) => existsSync(join(binDir, 'initdb')))
    .sort((one, other) => one.major - other.major)
    .at(0);
}
