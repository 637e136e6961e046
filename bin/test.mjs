/**
 * `npm test`: everything that must always hold, from a bare checkout.
 *
 * `-- --workers 8` runs so many test files beside each other; without it as many as there are cores.
 * `-- --shuffle` runs them in a random order, and `--seed 123` in the one that a run has named.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { runBrowserTests } from './e2e.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { findOtherBrowsers, runInOtherBrowsers, sayMissing } from './other-browsers.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const OLDEST_POSTGRES = 15;

const { values: options } = parseArgs({
  options: { workers: { type: 'string' }, shuffle: { type: 'boolean' }, seed: { type: 'string' } },
});
if (options.workers !== undefined) process.env.HUB_TEST_WORKERS = options.workers;
const isShuffled = options.shuffle || options.seed !== undefined;
const seed = options.seed ?? String(Math.trunc(Math.random() * 1_000_000));

const reports = mkdtempSync(join(tmpdir(), 'chapter-hub-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** What was run, each with its counts and how long it took. */
const parts = [];

await install({ withTools: true });
if (isShuffled) say(`In random order; once more the same with --seed ${seed}\n`);

await part('Checks', async () => {
  const failed = await check({ withImportLaw: false });
  return { failed: failed.length, failures: failed };
});

await part('Build', build);

await part('Unit, API and database tests on the embedded PostgreSQL', () =>
  runVitest('embedded', [], {}),
);

for (const { major, binDir } of machinePostgres()) {
  await part(`Database tests on this machine's PostgreSQL ${major}`, () =>
    runVitest(`postgres-${major}`, ['--project', 'database'], { HUB_TEST_POSTGRES: binDir }),
  );
}

await part('Browser tests', runPlaywright);

const others = await findOtherBrowsers();
const otherNames = Object.keys(others.found);
if (otherNames.length > 0) {
  await part(`Main journeys in ${otherNames.join(' and ')}`, async () => {
    const report = join(reports, 'other-browsers.json');
    const args = ['--forbid-only'];
    return readPlaywrightReport(report, await runInOtherBrowsers(others.found, { args, report }));
  });
}

sayWhatWasRun();

async function part(title, act) {
  say(`\n${title}`);
  const begun = performance.now();
  const outcome = await act();
  const seconds = (performance.now() - begun) / 1_000;
  parts.push({ title, seconds, passed: 0, skipped: 0, ...outcome });
}

async function runVitest(name, args, env) {
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

async function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const args = ['--forbid-only', ...(isShuffled ? [`--shuffle=${seed}`] : [])];
  return readPlaywrightReport(report, await runBrowserTests({ args, report }));
}

/** Once more at the end, where whoever has only the end of a log finds it. */
function sayWhatWasRun() {
  for (const failure of parts.flatMap(({ failures }) => failures).slice(0, 10)) {
    say(`\nFailed: ${failure}`);
  }
  const widest = Math.max(...parts.map(({ title }) => title.length));
  const line = (title, seconds, words = '') =>
    process.stdout.write(`${title.padEnd(widest)} ${wordsOf(seconds).padStart(8)}  ${words}\n`);
  const total = (count) => parts.reduce((sum, part) => sum + part[count], 0);
  process.stdout.write('\n');
  for (const { title, seconds, ...counts } of parts) line(title, seconds, countWords(counts));
  line('In all', total('seconds'));
  for (const name of others.missing) process.stdout.write(`${sayMissing(name)}\n`);
  process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`);
  process.exitCode = total('failed') === 0 ? 0 : 1;
}

function countWords({ passed, failed, skipped }) {
  const words = [
    passed > 0 && `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} do not apply here`,
  ];
  return words.filter(Boolean).join(', ');
}

/** '7:05' minutes. */
function wordsOf(seconds) {
  const whole = Math.round(seconds);
  return `${Math.trunc(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The oldest PostgreSQL on this machine that the hub supports; what runs there runs on newer ones. */
function machinePostgres() {
  const home = '/usr/lib/postgresql';
  const majors = existsSync(home) ? readdirSync(home).map(Number) : [];
  return majors
    .filter((major) => major >= OLDEST_POSTGRES)
    .map((major) => ({ major, binDir: join(home, String(major), 'bin') }))
    .filter(({ binDir }) => existsSync(join(binDir, 'initdb')))
    .sort((one, other) => one.major - other.major)
    .slice(0, 1);
}
