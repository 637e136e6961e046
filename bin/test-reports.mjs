/** What the runners of the tests wrote down, as counts and failures. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Characters of an error that are said again at the end. */
const longestSaid = 1_500;

/** `code` is what the runner ended with. */
export function readVitestReport(path, code) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    testResults = [],
  } = read(path);
  // A file that cannot even be loaded has no tests to fail.
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => said(`${file} › ${result.fullName}`, result.failureMessages[0])),
  );
  return {
    ...counted(code, numPassedTests, numFailedTests + unloadable.length),
    skipped: numPendingTests,
    failures: [...unloadable.map(({ name, message }) => said(name, message)), ...failures],
  };
}

export function readPlaywrightReport(path, code) {
  const { stats = {}, suites = [], errors = [] } = read(path);
  const { expected = 0, unexpected = 0, skipped = 0 } = stats;
  const failures = suites
    .flatMap(journeysOf)
    .filter(({ outcome }) => outcome === 'unexpected')
    .map(({ title, error }) => said(title, error));
  return {
    ...counted(code, expected, unexpected),
    skipped,
    failures: [
      ...errors.map(({ message }) => said('before or after the journeys', message)),
      ...failures,
    ],
  };
}

/** Every journey of a suite and the suites within, with the error that it met. */
function journeysOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      title: `[${projectName}] ${file}:${line} › ${title}`,
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

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
