import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { tier } from './src/app/testing/amounts.ts';
import { listFiles, tagOfAll } from './src/app/testing/tiers.ts';

/** A file that is named on the command line runs whatever its tier. */
const isNamed = process.argv.some((argument) => /\.test\.tsx?$/.test(argument));
const files = listFiles(isNamed ? 'all' : tier, {
  isElsewhere: process.env.HUB_TEST_POSTGRES !== undefined,
});

const workers = Number(process.env.HUB_TEST_WORKERS) || undefined;

export default defineConfig({
  test: {
    pool: 'forks',
    tags: [{ name: tagOfAll, description: 'left to npm run test:all' }],
    // One more than cores, because each waits for a database now and then.
    maxWorkers: workers ?? availableParallelism() + 1,
    // Generous, because tests must also pass on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Vitest's default of one second may pass on a busy machine before anything has happened.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Loading everything again for each of hundreds of files would take most of the time. Pure functions
      // share nothing.
      { extends: true, test: { name: 'unit', ...files.unit, isolate: false } },
      {
        extends: true,
        test: {
          name: 'database',
          ...files.database,
          // As above. Each file has its own database, which is all that they must not share.
          isolate: false,
          globalSetup: ['src/app/testing/cluster.ts', 'bin/build-server.mjs'],
        },
      },
      {
        extends: true,
        test: { name: 'platform', ...files.platform, globalSetup: ['bin/build.mjs'] },
      },
      {
        // Compiled as production is.
        extends: './vite.config.ts',
        // Vite follows no import that starts with #, and packages that it finds late reload the page.
        optimizeDeps: {
          entries: ['src/{web,app/web,features/*/web}/**/!(*.test).{ts,tsx}'],
          force: true,
        },
        test: {
          name: 'components',
          // Where all run at once: after the others, which have other workers.
          sequence: { groupOrder: 1 },
          // Pages of one browser.
          maxWorkers: workers ?? availableParallelism(),
          ...files.components,
          setupFiles: ['src/web/testing/setup.ts'],
          // The whole app would be loaded again for each file.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                ...(process.env.HUB_CHROMIUM ? { executablePath: process.env.HUB_CHROMIUM } : {}),
                args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
              },
              actionTimeout: 60_000,
              // Larger than every frame, which would be scaled otherwise.
              contextOptions: { reducedMotion: 'reduce', viewport: { width: 1300, height: 900 } },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 720 },
            // As in the journeys.
            locators: { exact: false },
            screenshotFailures: false,
            // Keeps the page at every step, which takes longer than the steps.
            traceView: false,
            connectTimeout: 240_000,
          },
        },
      },
    ],
  },
});
