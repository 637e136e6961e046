/** What the hub does at night, and when. */
import { extendSeries } from '#features/events/server/extension.ts';
import { deriveInstantsAgain } from '#features/events/server/zone-rules.ts';
import type { Instant } from '#kit/day.ts';
import { checkAuditAndReport } from '#server/audit/audit-chain.ts';
import { checkAndReport } from '#server/checks/figures.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import { cleanIdempotencyKeys } from '#server/database/idempotency-cleaning.ts';
import { newId } from '#server/database/ids.ts';
import type { Job } from '#server/jobs/jobs.ts';

export type NightlyWork = {
  readonly appUrl: string;
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};

export function nightlyJobs(work: NightlyWork): Job[] {
  return [
    {
      name: 'clean-idempotency-keys',
      cron: '10 3 * * *',
      run: async () => {
        await cleanIdempotencyKeys(work.db, work.clock(), work.signal);
      },
    },
    {
      name: 'extend-series',
      cron: '30 3 * * *',
      run: async () => {
        await deriveInstantsAgain(work.db, work.clock(), work.signal);
        await extendSeries(work.db, work.clock(), newId, work.signal);
      },
    },
    { name: 'check-audit', cron: '40 3 * * *', run: () => checkAuditAndReport(work) },
    { name: 'check-figures', cron: '20 3 * * *', run: () => checkAndReport(work) },
  ];
}
