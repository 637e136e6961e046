import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { configureTier } from './e2e/tiers.ts';
import { tier } from './src/app/testing/amounts.ts';

const { ignored, ...tierSettings } = configureTier(tier);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: false,
  // One more than cores, because each waits for the page now and then.
  workers: Number(process.env.HUB_TEST_WORKERS) || availableParallelism() + 1,
  ...tierSettings,
  // These only end journeys that wait for something that never happens; a busy machine may need many
  // times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    // These compare all members' balances, so no other journey may write concurrently.
    {
      name: 'first-journey',
      testMatch: 'first-journey.spec.ts',
      // The only one with animations, as most people see the app.
      use: { contextOptions: { reducedMotion: 'no-preference' } },
    },
    { name: 'settling-up', testMatch: 'settling-up.spec.ts', dependencies: ['first-journey'] },
    {
      name: 'together',
      testIgnore: ['first-journey.spec.ts', 'settling-up.spec.ts', ...ignored],
      dependencies: ['settling-up'],
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.HUB_URL,
    // Shorter than the test's timeout, so that the error names the action.
    actionTimeout: 40_000,
    // Animations of panels and dialogs would take a fifth of the run.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every test by a tenth; use `--trace on` to find a cause.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.HUB_CHROMIUM ? { executablePath: process.env.HUB_CHROMIUM } : {}),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
