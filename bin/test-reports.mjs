/** Reads the test runners' JSON reports as counts and failures. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './install.mjs';

const maxErrorCharacters = 1_500;

/** `code` is the runner's exit code. */
export function readVitestReport(path, code) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    testResults = [],
  } = read(path);
  // A file that cannot be loaded has no tests that could fail.
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => describeFailure(`${file} › ${result.fullName}`, result.failureMessages[0])),
  );
  return {
    ...countResults(code, numPassedTests, numFailedTests + unloadable.length),
    skipped: numPendingTests,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    })),
    failures: [
      ...unloadable.map(({ name, message }) => describeFailure(name, message)),
      ...failures,
    ],
  };
}

/** `unstable` describes the journeys that failed and passed when tried again. */
export function readPlaywrightReport(path, code) {
  const { stats = {}, suites = [], errors = [] } = read(path);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats;
  const journeys = suites.flatMap(flattenJourneys);
  const describe = (wanted) =>
    journeys
      .filter(({ outcome }) => outcome === wanted)
      .map(({ title, error }) => describeFailure(title, error));
  const failures = describe('unexpected');
  return {
    ...countResults(code, expected + flaky, unexpected),
    skipped,
    files: suites.map((suite) => ({ file: suite.file, seconds: sumSeconds(suite) })),
    unstable: describe('flaky'),
    failures: [
      ...errors.map(({ message }) => describeFailure('outside the journeys', message)),
      ...failures,
    ],
  };
}

/** Every journey of a suite and its nested suites, with its error. */
function flattenJourneys({ file, specs = [], suites = [] }) {
  const journeys = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      title: `[${projectName}] ${file}:${line} › ${title}`,
      outcome: status,
      error: results.find(({ error }) => error)?.error.message,
    })),
  );
  return [...journeys, ...suites.flatMap(flattenJourneys)];
}

/** What all journeys of a suite took together, each try counted. */
function sumSeconds({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration / 1_000, 0);
  return suites.reduce((sum, suite) => sum + sumSeconds(suite), own);
}

function describeFailure(title, error = '') {
  return `${title}\n${stripVTControlCharacters(error).slice(0, maxErrorCharacters)}`;
}

/** A runner that fails without a failed test (no tests, a crash) counts as one failure. */
function countResults(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
