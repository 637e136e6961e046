/** `npm test`: everything that must always hold, from a bare checkout. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { runBrowserTests } from './e2e.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const OLDEST_POSTGRES = 15;
/** Characters of an error that are said again at the end. */
const longestSaid = 1_500;
const isSeen = process.stdout.isTTY;
const reports = mkdtempSync(join(tmpdir(), 'chapter-hub-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

await install({ withTools: true });

say('Checks');
const failedChecks = await check({ withImportLaw: false });

say('\nUnit, API and database tests on the embedded PostgreSQL');
const counts = [await runVitest('embedded', [], {})];

for (const { major, binDir } of machinePostgres()) {
  say(`\nDatabase tests on this machine's PostgreSQL ${major}`);
  const env = { HUB_TEST_POSTGRES: binDir };
  counts.push(await runVitest(`postgres-${major}`, ['--project', 'database'], env));
}

say('\nBrowser tests');
await build();
counts.push(await runPlaywright());

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, failedChecks.length);
if (failedChecks.length > 0) say(`\nFailed checks: ${failedChecks.join(', ')}`);
// Once more at the end, where whoever has only the end of a log finds them.
for (const failure of counts.flatMap(({ failures }) => failures).slice(0, 10)) {
  say(`\nFailed: ${failure}`);
}
for (const title of counts.flatMap(({ unsteady = [] }) => unsteady)) {
  say(`\nUnsteady: passed only when tried again: ${title}`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runVitest(name, args, env) {
  const report = join(reports, `${name}.json`);
  const { code } = await run(
    projectNode(),
    [
      tool('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { cwd: root, env: isSeen ? env : { ...env, NO_COLOR: '1' } },
  );
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  // A file that cannot even be loaded has no tests to fail.
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => [
    ...(status === 'failed' && assertionResults.length === 0 ? [said(file, message)] : []),
    ...assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => said(`${file} › ${result.fullName}`, result.failureMessages[0])),
  ]);
  return { ...counted(code, numPassedTests, numFailedTests + unloadable), failures };
}

async function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const code = await runBrowserTests({ report });
  const { stats = {}, suites = [] } = readReport(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  const journeys = suites.flatMap(journeysOf);
  const failures = journeys
    .filter(({ outcome }) => outcome === 'unexpected')
    .map(({ title, error }) => said(title, error));
  const unsteady = journeys.filter(({ outcome }) => outcome === 'flaky');
  return {
    ...counted(code, expected + flaky, unexpected),
    failures,
    unsteady: unsteady.map(({ title, error }) => said(title, error)),
  };
}

/** Every journey of a suite and the suites within, with the first error that it met. */
function journeysOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ status, results }) => ({
      title: `${file}:${line} › ${title}`,
      outcome: status,
      error: results.find(({ error }) => error)?.error.message,
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function said(title, error = '') {
  return `${title}\n${stripVTControlCharacters(error).slice(0, longestSaid)}`;
}

/** A runner that fails without a failed test (no tests, a crash, an error outside) is a failure. */
function counted(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
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
