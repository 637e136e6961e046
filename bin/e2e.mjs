/** `npm run e2e [-- playwright's arguments]`: runs the journeys in a real browser. */
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { fail } from './print.mjs';
import { isMainModule, run } from './run.mjs';

/** Returns Playwright's exit code. `report` is the path of an additional JSON report. */
export async function runBrowserTests({ args = [], report, env = {} } = {}) {
  const chromium = await findBrowser();
  if (chromium === undefined) {
    fail(
      'The browser tests need Chromium: none was found on this machine and none could be installed. Install one, or set HUB_CHROMIUM=/path/to/chromium.',
    );
  }
  const reporters = report ? ['--reporter=line,json'] : ['--reporter=list'];
  const { code } = await run(
    projectNode(),
    [tool('@playwright/test/cli.js'), 'test', ...reporters, ...args],
    {
      cwd: root,
      env: {
        ...env,
        HUB_CHROMIUM: chromium,
        ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
      },
    },
  );
  return code;
}

if (isMainModule(import.meta.url)) {
  await install({ withTools: true });
  await build();
  const args = process.argv.slice(2);
  // A single named spec runs without the projects that precede it in a full run.
  const isOne = args.filter((arg) => arg.endsWith('.spec.ts')).length === 1;
  process.exitCode = await runBrowserTests({ args: isOne ? ['--no-deps', ...args] : args });
}
