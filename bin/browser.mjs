/** Finds a Chromium for the browser tests: the machine's, Playwright's, or one it installs. */
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectNode, tool } from './install.mjs';
import { print } from './print.mjs';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const SHELL = 'chromium-headless-shell';
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that runs on this machine, or undefined if none can be installed. */
export async function findBrowser() {
  const found = (await findInstalledBrowser()) ?? (await findPlaywrightBrowser());
  if (found) return found;
  print('No Chromium on this machine; asking Playwright to install one …');
  await run(projectNode(), [tool('playwright-core/cli.js'), 'install', 'chromium']);
  const downloaded = await findPlaywrightBrowser();
  if (downloaded) return downloaded;
  await installOnDebian('chromium');
  return findInstalledBrowser();
}

/**
 * Prefers the headless shell, if it can be installed: each page then costs a third of the time.
 * HUB_CHROMIUM overrides it.
 */
export async function findBrowserForJourneys() {
  if (process.env.HUB_CHROMIUM !== undefined) return findBrowser();
  const found = await findRunnable(listPathCandidates([SHELL]));
  if (found) return found;
  await installOnDebian(SHELL);
  return (await findRunnable(listPathCandidates([SHELL]))) ?? findBrowser();
}

/**
 * Installs only as root on Debian, and never removes a package to do so. No service of what comes
 * is started, neither now nor with the machine.
 */
export async function installOnDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  print(`Installing Debian's ${names.join(', ')} …`);
  const earlier = await listStarted();
  const lacking = await installWithApt(names);
  for (const link of await listStarted()) if (!earlier.includes(link)) await disable(link);
  if (lacking.length > 0) print(`Could not install ${lacking.join(', ')}.`);
}

/** Returns the names of those that cannot be installed. */
async function installWithApt(names) {
  // Init scripts heed the runlevel, and systemd is told that it does not run.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' };
  const succeeds = async (...args) => {
    const options = ['-o', 'Acquire::http::Timeout=20'];
    return (await run('apt-get', [...options, ...args], { env, isQuiet: true })).code === 0;
  };
  const install = (...args) =>
    succeeds('install', '-y', '--no-install-recommends', '--no-remove', ...args);
  if (await install(...names)) return [];
  await succeeds('update');
  // One that this Debian does not have keeps no other away; asking so needs no network.
  const known = [];
  for (const name of names) if (await install('--simulate', name)) known.push(name);
  const isDone = known.length > 0 && (await install(...known));
  return isDone ? names.filter((name) => !known.includes(name)) : names;
}

/** The links by which systemd and init start services with the machine. */
async function listStarted() {
  const folders = ['/etc/systemd/system', '/etc/rc2.d'];
  const { output } = await run('find', [...folders, '-type', 'l', '!', '-name', 'K*'], {
    isQuiet: true,
  });
  return output.split('\n').filter((line) => line.startsWith('/etc/'));
}

/** As `systemctl disable` does, which minimal machines lack; later versions of the package heed it. */
async function disable(link) {
  const [, script] = /^\/etc\/rc2\.d\/S\d\d(.+)$/.exec(link) ?? [];
  if (script) await run('update-rc.d', [script, 'disable'], { isQuiet: true });
  else rmSync(link, { force: true });
}

async function findInstalledBrowser() {
  const given = process.env.HUB_CHROMIUM;
  return findRunnable([...(given ? [given] : []), ...listPathCandidates(NAMES), ...MAC_PATHS]);
}

export function listPathCandidates(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

async function findPlaywrightBrowser() {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { code, output } = await run(projectNode(), ['-e', script], { isQuiet: true });
  return code === 0 ? findRunnable([output.trim()]) : undefined;
}

/** Runs each candidate: a snap's stub or missing libraries only show when the program starts. */
export async function findRunnable(paths, versionPattern = /chrom/i) {
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { code, output } = await run(path, ['--version'], { isQuiet: true });
    if (code === 0 && versionPattern.test(output)) return path;
  }
  return undefined;
}
