import { defineConfig, devices } from '@playwright/test';

/** One hub with the demo chapter for the whole run, started and ended by its global set-up. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/start-hub.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  projects: [
    // These compare everybody's balances, so nobody else may write meanwhile.
    { name: 'first-journey', testMatch: 'first-journey.spec.ts' },
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
    trace: 'retain-on-failure',
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
