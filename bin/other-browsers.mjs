/** `npm run e2e:others`: runs the main journeys in Firefox and WebKitGTK, where installed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRunnable, installOnDebian, listPathCandidates } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { print } from './print.mjs';
import { isMainModule, run } from './run.mjs';

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The programs of each browser found, by name, and the names of those not found. */
export async function findOtherBrowsers() {
  const all = {
    Firefox: await findOrInstall(findFirefox, 'firefox-esr'),
    WebKitGTK: await findOrInstall(findWebKit, 'webkit2gtk-driver', 'xvfb'),
  };
  const isFound = ([, programs]) => programs !== undefined;
  const found = Object.fromEntries(Object.entries(all).filter(isFound));
  return { found, missing: Object.keys(all).filter((name) => !(name in found)) };
}

export const describeMissing = (name) =>
  `${name} was not found on this machine; its journeys were not run.`;

/** Returns Playwright's exit code. `report` is the path of an additional JSON report. */
export async function runInOtherBrowsers(browsers, { args = [], report } = {}) {
  const reporters = report ? ['--reporter=line,json'] : ['--reporter=list'];
  const config = join('e2e', 'browsers', 'playwright.config.ts');
  const { code } = await run(
    projectNode(),
    [tool('@playwright/test/cli.js'), 'test', '--config', config, ...reporters, ...args],
    {
      cwd: root,
      env: {
        HUB_BROWSERS: JSON.stringify(browsers),
        ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
      },
    },
  );
  return code;
}

async function findOrInstall(find, ...packages) {
  const found = await find();
  if (found) return found;
  await installOnDebian(...packages);
  return find();
}

async function findFirefox() {
  const given = process.env.HUB_FIREFOX;
  // A snap's Firefox cannot read the profile that a journey creates for it.
  const paths = listPathCandidates(['firefox-esr', 'firefox']).filter(
    (path) => !path.startsWith('/snap/'),
  );
  const firefox = await findRunnable([...(given ? [given] : paths), MAC_FIREFOX], /firefox/i);
  return firefox && { firefox };
}

/** Finds the driver, WebKitGTK's MiniBrowser and a virtual display. */
async function findWebKit() {
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map((name) =>
    listPathCandidates([name]).find((path) => existsSync(path)),
  );
  const browser = findMiniBrowsers().at(-1);
  return driver && display && browser ? { webkit: { driver, display, browser } } : undefined;
}

/** Debian installs it below the libraries, in a folder per library version. */
function findMiniBrowsers() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return [];
  const folders = readdirSync(libraries).filter((name) => name.includes('-linux-'));
  return folders
    .map((name) => join(libraries, name))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^webkit(2)?gtk-/.test(name))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )
    .filter((path) => existsSync(path))
    .sort();
}

if (isMainModule(import.meta.url)) {
  await install({ withTools: true });
  await build();
  const { found, missing } = await findOtherBrowsers();
  if (Object.keys(found).length > 0) {
    process.exitCode = await runInOtherBrowsers(found, { args: process.argv.slice(2) });
  }
  for (const name of missing) print(describeMissing(name));
}
