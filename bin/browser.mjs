/** A Chromium for the browser tests: the machine's, Playwright's, or one that is installed now. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectNode, tool } from './install.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const SHELL = 'chromium-headless-shell';
const OTHER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that runs here, or undefined when none can be had. */
export async function findBrowser() {
  const found = (await onThisMachine()) ?? (await ofPlaywright());
  if (found) return found;
  say('No Chromium on this machine; asking Playwright to install one …');
  await run(projectNode(), [tool('playwright-core/cli.js'), 'install', 'chromium']);
  const fetched = await ofPlaywright();
  if (fetched) return fetched;
  await installOnDebian('chromium');
  return onThisMachine();
}

/**
 * For journeys the same Chromium without windows, where it can be had: each page then costs a third.
 * Whoever names a browser gets that one.
 */
export async function findBrowserForJourneys() {
  if (process.env.HUB_CHROMIUM !== undefined) return findBrowser();
  const found = await firstThatRuns(onPath([SHELL]));
  if (found) return found;
  await installOnDebian(SHELL);
  return (await firstThatRuns(onPath([SHELL]))) ?? findBrowser();
}

/** Where nobody can be asked and nothing is lost: as root, on Debian, and nothing goes for it. */
export async function installOnDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  say(`Installing Debian's ${names.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    run('apt-get', ['-o', 'Acquire::http::Timeout=20', ...args], { env, isQuiet: true });
  const install = () => apt('install', '-y', '--no-install-recommends', '--no-remove', ...names);
  if ((await install()).code === 0) return;
  await apt('update');
  await install();
}

async function onThisMachine() {
  const given = process.env.HUB_CHROMIUM;
  return firstThatRuns([...(given ? [given] : []), ...onPath(NAMES), ...OTHER_PLACES]);
}

export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

async function ofPlaywright() {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { code, output } = await run(projectNode(), ['-e', script], { isQuiet: true });
  return code === 0 ? firstThatRuns([output.trim()]) : undefined;
}

/** Being there is not enough: a snap's stand-in or missing libraries show only when it is run. */
export async function firstThatRuns(paths, says = /chrom/i) {
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { code, output } = await run(path, ['--version'], { isQuiet: true });
    if (code === 0 && says.test(output)) return path;
  }
  return undefined;
}
