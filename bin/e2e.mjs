/** `npm run e2e [-- playwright's arguments]`: the journeys in a real browser. */
import { findBrowserForJourneys } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { isStarted, run } from './run.mjs';
import { giveUp } from './say.mjs';

/** Runs them; `report` is where a JSON report is wanted. The exit code; 0 when all passed. */
export async function runBrowserTests({ args = [], report } = {}) {
  const chromium = await findBrowserForJourneys();
  if (chromium === undefined) {
    giveUp(
      'The browser tests need Chromium: none is on this machine and none could be installed. Install one, or name it with HUB_CHROMIUM=/path/to/chromium.',
    );
  }
  const reporters = report ? ['--reporter=line,json'] : ['--reporter=list'];
  const { code } = await run(
    projectNode(),
    [tool('@playwright/test/cli.js'), 'test', ...reporters, ...args],
    {
      cwd: root,
      env: {
        HUB_CHROMIUM: chromium,
        ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
      },
    },
  );
  return code;
}

if (isStarted(import.meta.url)) {
  await install({ withTools: true });
  await build();
  const args = process.argv.slice(2);
  // Who names one spec wants that one, and not what runs before it in a whole run.
  const isOne = args.filter((arg) => arg.endsWith('.spec.ts')).length === 1;
  process.exitCode = await runBrowserTests({ args: isOne ? ['--no-deps', ...args] : args });
}
