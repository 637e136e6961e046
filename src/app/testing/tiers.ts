/**
 * Which test files run when. `npm test` (the gate) runs all but those named here; `npm run test:all` runs
 * every one, and more of a file that asks for the `tier`. `tiers.test.ts` holds that each file is in exactly one
 * of the two. Journeys in the browser carry their tier themselves (`e2e/tiers.ts`).
 */
import type { Tier } from './amounts.ts';

/** Single tests that only `npm run test:all` runs carry this tag. */
export const tagOfAll = 'all';

/** Paths that only `npm run test:all` runs. The gate keeps one of each kind. */
export const onlyInAll: readonly string[] = [
  // Crashes and full disks; the gate kills servers and databases in crash/killed.test.ts.
  'src/app/testing/crash/clock.test.ts',
  'src/app/testing/crash/figures.test.ts',
  'src/app/testing/crash/first-start.test.ts',
  'src/app/testing/crash/full-first-start.test.ts',
  'src/app/testing/crash/imports.test.ts',
  'src/app/testing/crash/mails.test.ts',
  'src/app/testing/crash/notices.test.ts',
  'src/app/testing/crash/stopped.test.ts',
  'src/app/testing/crash/storage.test.ts',
  'src/app/testing/crash/uploads.test.ts',
  // Floods; the gate has strangers.test.ts.
  'src/app/testing/attack/hold.test.ts',
  'src/app/testing/attack/mixed-load.test.ts',
  'src/app/testing/owner-kept-out.test.ts',
  'src/app/testing/silent.test.ts',
  // Clusters of their own; the gate starts one for its tests, and embedded ones with the servers it kills.
  'src/app/testing/failover/failover.test.ts',
  'src/server/database/report-database.test.ts',
  'src/server/postgres/embedded-postgres-crashes.test.ts',
  'src/server/postgres/binaries.test.ts',
  'src/server/postgres/embedded-postgres.test.ts',
  'src/server/postgres/orphans.test.ts',
  // A copy of the project, whose tests and build it runs; the gate runs those of the project itself.
  'src/app/testing/samples-feature.test.ts',
  // Archives of releases, which take half a minute to make.
  'src/app/testing/packaging/release.test.ts',
  // Programs that few machines have: a bucket's server, proxies and a pooler.
  'src/app/testing/files-in-bucket.test.ts',
  'src/app/testing/pooler-clock.test.ts',
  'src/app/testing/pooler.test.ts',
  'src/app/testing/proxies.test.ts',
  'src/app/testing/two-servers.test.ts',
  'src/features/backups/server/bucket-copies.test.ts',
  'src/features/files/server/bucket-contents.test.ts',
  'src/server/database/refuse-pooler.test.ts',
  'src/server/s3/bucket.test.ts',
  // Long ones, whose parts the gate tries by chapter-archive.test.ts, restore.test.ts and cli.test.ts.
  'src/app/testing/backup-faults.test.ts',
  'src/app/testing/baseline.test.ts',
  'src/app/testing/failures.test.ts',
  'src/app/testing/hand-made-archives.test.ts',
  'src/app/testing/move-chapter.test.ts',
  // A year by the quarter of an hour; the gate tries each kind of notice by itself.
  'src/app/testing/simulated-year.test.ts',
  'src/features/backups/server/rehearse.test.ts',
];

/** What the gate also tries on the oldest supported PostgreSQL: what is SQL by nature. */
export const sqlByNature: readonly string[] = [
  'src/app/testing/upgrades.test.ts',
  'src/features/events/server/series-rows.test.ts',
  'src/features/expenses/server/correcting/correction-sql.test.ts',
  'src/features/expenses/server/figures.test.ts',
  'src/features/expenses/server/log-expenses.test.ts',
  'src/features/expenses/server/model.test.ts',
  'src/features/expenses/server/recurring/recurring-rows.test.ts',
  'src/features/expenses/server/sql-definitions.test.ts',
  'src/features/expenses/server/standings.test.ts',
  'src/features/payments/server/model.test.ts',
  'src/features/payments/server/payment-ledger.test.ts',
  'src/features/wallets/server/additions.test.ts',
  'src/features/wallets/server/ledger.test.ts',
  'src/features/wallets/server/model.test.ts',
  'src/features/wallets/server/settlement.test.ts',
  'src/server/audit/audit-chain.test.ts',
  'src/server/backup/*.test.ts',
  'src/server/checks/figures.test.ts',
  'src/server/checks/proof.test.ts',
  'src/server/database/migrate.test.ts',
  'src/server/database/tables-columns.test.ts',
];

/**
 * What `npm run test:all` tries there. Most tests of src/app try every route, whose SQL the others have run;
 * backups come to any version.
 */
export const sqlAnywhere: readonly string[] = [
  'src/features/*/server/**/*.test.ts',
  'src/server/**/*.test.ts',
  'src/app/testing/{backup,baseline,chapter-archive,restore}.test.ts',
  ...sqlByNature,
];

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

type Files = { include: string[]; exclude: string[] };

/** The files of each project of vitest.config.ts in a tier; `isElsewhere` on another PostgreSQL. */
export function listFiles(
  tier: Tier,
  { isElsewhere = false } = {},
): Record<'unit' | 'database' | 'platform' | 'components', Files> {
  const left = tier === 'gate' ? onlyInAll : [];
  const elsewhere = tier === 'gate' ? sqlByNature : sqlAnywhere;
  return {
    unit: { include: ['src/**/*.test.ts'], exclude: [...database, ...left] },
    database: {
      include: [...(isElsewhere ? elsewhere : database)],
      exclude: [...platform, ...left],
    },
    platform: { include: platform, exclude: [...left] },
    components: { include: ['src/**/*.test.tsx'], exclude: [...left] },
  };
}
