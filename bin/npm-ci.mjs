/** Runs `npm ci`, and says in words what keeps it from installing. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failOfFullDisk, isDiskFull } from './disk.mjs';
import { listPackages, megabytes } from './packages.mjs';
import { fail, print, withProgress } from './print.mjs';
import { run } from './run.mjs';

/** When missing progress is reported, and when to give up if the network refuses. */
const patienceMilliseconds = 8_000;
const refusalMilliseconds = 3_000;

const refused = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ENETDOWN|EHOSTUNREACH)\b/;
const failed = /^npm (?:error|ERR!) code (\w+)/m;

export async function installPackages(root, lock, { withTools }) {
  const paths = listPackages(lock, { withTools });
  const count = () => paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;
  const size = withTools ? megabytes.withTools : megabytes.program;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // npm must run on the machine's Node: the one inside node_modules is about to be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter);
  const groups = [withTools ? '--include=dev' : '--omit=dev', '--include=optional'];
  const args = ['ci', ...groups, '--no-audit', '--no-fund', '--loglevel=http'];
  const { code, output } = await withProgress(
    `Installing about ${paths.length} packages (${size} MB)`,
    () => ({ share: count() / paths.length, text: `${count()} of ${paths.length}` }),
    () =>
      run(npm, args, {
        cwd: root,
        env: { PATH: path },
        isQuiet: true,
        watch: (child, read) => watchNpm(child, read, () => count() > 0),
      }),
  );
  if (code === 127) fail('npm was not found; it comes with Node (https://nodejs.org).');
  if (isDiskFull(output)) {
    failOfFullDisk(`The packages take ${size} MB, and npm's cache up to half as much again.`);
  }
  if (code !== 0) fail(describeNpmFailure(output, code));
}

/**
 * npm itself retries for minutes before it says a word, and goes on with a full disk. A slow network is
 * waited for; one that refuses is not, unless something has arrived.
 */
function watchNpm(child, read, hasPackages) {
  const startedAt = performance.now();
  let hasArrived = false;
  let isReported = false;
  let refusedAt = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    const output = read();
    if (isDiskFull(output)) child.kill();
    hasArrived ||= output.includes(' GET 200 ') || hasPackages();
    if (hasArrived) return;
    const now = performance.now();
    if (refused.test(output)) refusedAt = Math.min(refusedAt, now);
    const isLate = now - startedAt > patienceMilliseconds;
    if (now - refusedAt > refusalMilliseconds) child.kill();
    else if (isLate && !isReported && now < refusedAt) {
      isReported = true;
      print('No network? The npm registry has not answered yet. Still trying; Ctrl-C ends it.');
    }
  }, 250);
  child.once('close', () => clearInterval(timer));
}

/** `output` is npm's, with its log of requests. */
export function describeNpmFailure(output, exitCode) {
  const code = failed.exec(output)?.[1] ?? refused.exec(output)?.[0] ?? '';
  if (refused.test(code) || /^(?:E\w*TIMEOUT|ETIMEDOUT|ECONNRESET)$/.test(code)) {
    return `No network: the npm registry can't be reached (${code}), and the packages come from there. Check the connection, and npm's settings if they name a proxy or another registry; then start again.`;
  }
  const errors = output.split('\n').filter((line) => /^npm (?:error|ERR!)/.test(line));
  return [...errors, `npm could not install the packages (exit code ${exitCode}).`].join('\n');
}
