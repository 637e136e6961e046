import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that start servers of their own and kill them: real processes, so they take their time. */
const platform = ['src/server/postgres/*.test.ts', 'src/app/testing/crash/*.test.ts'];
/** Tests on a real database, the template of which is made once for the run. */
const database = [
  'src/server/**/*.test.ts',
  'src/app/server/**/*.test.ts',
  'src/app/testing/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: Number(process.env.HUB_TEST_WORKERS) || availableParallelism(),
    // Generous: machines are shared, and a law does not depend on the hour.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second, which is what vitest gives, may pass on a busy machine before anything has happened.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: database,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          exclude: platform,
          // Loading the server anew for each of a hundred files is a third of their work; what they
          // must not share, the database, each has of its own.
          isolate: false,
          globalSetup: ['src/app/testing/cluster.ts', 'bin/build-server.mjs'],
        },
      },
      {
        extends: true,
        test: { name: 'platform', include: platform, globalSetup: ['bin/build.mjs'] },
      },
    ],
  },
});
