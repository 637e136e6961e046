import { defineConfig } from '@playwright/test';
import type { Options, Programs } from './test.ts';

/** The browsers that bin/other-browsers.mjs found on this machine, by name. */
const browsers = JSON.parse(process.env.HUB_BROWSERS ?? '{}') as Record<string, Programs>;

/** Runs the same journeys in all browsers in parallel, on one server. */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: 'journeys.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../start-hub.ts',
  workers: Math.max(1, Object.keys(browsers).length),
  // These only end journeys that wait for something that never happens.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reportSlowTests: null,
  projects: Object.entries(browsers).map(([name, programs]) => ({ name, use: { programs } })),
});
