import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Slow tests that start and kill real server processes. */
const platform = [
  'src/server/postgres/*.test.ts',
  'src/app/testing/{crash,attack,failover,packaging}/*.test.ts',
];
/** Tests on a real database, whose template is created once per run. */
const database = [
  'src/server/**/*.test.ts',
  'src/app/server/**/*.test.ts',
  'src/app/testing/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than cores, because each waits for a database now and then.
    maxWorkers: Number(process.env.HUB_TEST_WORKERS) || availableParallelism() + 1,
    // Generous, because tests must also pass on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Vitest's default of one second may pass on a busy machine before anything has happened.
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
          // Loading the server again for each of a hundred files would take a third of the time. Each
          // file has its own database, which is all that they must not share.
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
