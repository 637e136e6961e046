import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

/** One hub with the demo chapter for the whole run, started and ended by its global set-up. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/start-hub.ts',
  fullyParallel: false,
  workers: Number(process.env.HUB_TEST_WORKERS) || availableParallelism(),
  // A journey that fails once has failed.
  retries: 0,
  // What is there is not waited for any longer: these end only what never comes, and a busy machine
  // may need many times what a quiet one does.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    // These compare everybody's balances, so nobody else may write meanwhile.
    {
      name: 'first-journey',
      testMatch: 'first-journey.spec.ts',
      // The one with everything moving, as most people see it.
      use: { contextOptions: { reducedMotion: 'no-preference' } },
    },
    { name: 'settling-up', testMatch: 'settling-up.spec.ts', dependencies: ['first-journey'] },
    {
      name: 'together',
      testIgnore: ['first-journey.spec.ts', 'settling-up.spec.ts'],
      dependencies: ['settling-up'],
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.HUB_URL,
    // What never comes is not waited for until the test's own end.
    actionTimeout: 40_000,
    // A fifth of the run would be waiting for panels and dialogs to arrive.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs every test a tenth: who looks for a cause asks with `--trace on`.
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
