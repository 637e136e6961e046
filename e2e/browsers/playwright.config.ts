import { defineConfig } from '@playwright/test';
import type { Options, Programs } from './test.ts';

/** The browsers of this machine by their names, as bin/other-browsers.mjs found them. */
const browsers = JSON.parse(process.env.HUB_BROWSERS ?? '{}') as Record<string, Programs>;

/** The same few journeys in each, side by side, with one hub for them all. */
export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: 'journeys.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../start-hub.ts',
  workers: Math.max(1, Object.keys(browsers).length),
  // What is there is not waited for any longer: this ends only what never comes.
  timeout: 300_000,
  reportSlowTests: null,
  projects: Object.entries(browsers).map(([name, programs]) => ({ name, use: { programs } })),
});
