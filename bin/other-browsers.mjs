/** `npm run e2e:others`: the main journeys in Firefox and WebKitGTK, where they can be had. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstThatRuns, installOnDebian, onPath } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { isStarted, run } from './run.mjs';
import { say } from './say.mjs';

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The browsers that are here, by name, and the names of those that are not. */
export async function findOtherBrowsers() {
  const all = {
    Firefox: await foundOrInstalled(findFirefox, 'firefox-esr'),
    WebKitGTK: await foundOrInstalled(findWebKit, 'webkit2gtk-driver', 'xvfb'),
  };
  const isHere = ([, programs]) => programs !== undefined;
  const found = Object.fromEntries(Object.entries(all).filter(isHere));
  return { found, missing: Object.keys(all).filter((name) => !(name in found)) };
}

export const sayMissing = (name) => `${name}: not on this machine, its journeys were not run.`;

/** Runs them; `report` is where a JSON report is wanted. The exit code; 0 when all passed. */
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

async function foundOrInstalled(find, ...packages) {
  const found = await find();
  if (found) return found;
  await installOnDebian(...packages);
  return find();
}

async function findFirefox() {
  const given = process.env.HUB_FIREFOX;
  // A snap's Firefox cannot read the profile that a journey makes for it.
  const paths = onPath(['firefox-esr', 'firefox']).filter((path) => !path.startsWith('/snap/'));
  const firefox = await firstThatRuns([...(given ? [given] : paths), MAC_FIREFOX], /firefox/i);
  return firefox && { firefox };
}

/** Its driver, the small browser that comes with it, and a screen that nobody sees. */
async function findWebKit() {
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map((name) =>
    onPath([name]).find((path) => existsSync(path)),
  );
  const browser = miniBrowsers().at(-1);
  return driver && display && browser ? { webkit: { driver, display, browser } } : undefined;
}

/** Debian keeps it among the libraries, in a folder of the library's version. */
function miniBrowsers() {
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

if (isStarted(import.meta.url)) {
  await install({ withTools: true });
  await build();
  const { found, missing } = await findOtherBrowsers();
  if (Object.keys(found).length > 0) {
    process.exitCode = await runInOtherBrowsers(found, { args: process.argv.slice(2) });
  }
  for (const name of missing) say(sayMissing(name));
}
