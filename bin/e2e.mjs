/**
 * `npm run e2e [-- playwright's arguments]`: runs the journeys in a real browser. Without the name of a
 * spec, those of the gate, or all with `HUB_TEST_TIER=all`.
 */
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { fail } from './print.mjs';
import { isMainModule, run } from './run.mjs';
import { readPlaywrightReport } from './test-reports.mjs';

/**
 * Runs the journeys of the tier that `HUB_TEST_TIER` names. `report` is the path of the JSON report to
 * write. Returns counts, failures, and the titles of journeys that passed only when tried again.
 */
export async function runJourneys({ report, args = [], env = {} }) {
  return readPlaywrightReport(report, await runBrowserTests({ args, report, env }));
}

/** Returns Playwright's exit code. */
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
  const named = args.filter((arg) => arg.endsWith('.spec.ts')).length;
  process.exitCode = await runBrowserTests({
    // A single named spec runs without the projects that precede it in a full run.
    args: named === 1 ? ['--no-deps', ...args] : args,
    // A named spec runs all of its journeys.
    env: { HUB_TEST_TIER: process.env.HUB_TEST_TIER ?? (named > 0 ? 'all' : 'gate') },
  });
}
