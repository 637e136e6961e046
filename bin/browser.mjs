/** A Chromium for the browser tests: the machine's, Playwright's, or one that is installed now. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectNode, tool } from './install.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const OTHER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that runs here, or undefined when none can be had. */
export async function findBrowser() {
  const found = (await onThisMachine()) ?? (await ofPlaywright());
  if (found) return found;
  say('No Chromium on this machine; asking Playwright for its own …');
  await run(projectNode(), [tool('playwright-core/cli.js'), 'install', 'chromium']);
  const fetched = await ofPlaywright();
  if (fetched) return fetched;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  say('Playwright has none that runs here; installing Debian’s …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return onThisMachine();
}

async function onThisMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const given = process.env.HUB_CHROMIUM;
  return firstThatRuns([...(given ? [given] : []), ...onPath, ...OTHER_PLACES]);
}

async function ofPlaywright() {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { code, output } = await run(projectNode(), ['-e', script], { isQuiet: true });
  return code === 0 ? firstThatRuns([output.trim()]) : undefined;
}

/** Being there is not enough: a snap's stand-in or missing libraries show only when it is run. */
async function firstThatRuns(paths) {
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { code, output } = await run(path, ['--version'], { isQuiet: true });
    if (code === 0 && /chrom/i.test(output)) return path;
  }
  return undefined;
}
