/** Nightly jobs and their schedule. */
import { checkFilesAndReport } from '#features/files/server/check-files.ts';
import type { Area, NightlyWork } from '#server/area.ts';
import { checkAuditAndReport } from '#server/audit/audit-chain.ts';
import { checkAndReport, type FiguresCheck } from '#server/checks/figures.ts';
import { cleanIdempotencyKeys } from '#server/database/idempotency-cleanup.ts';
import type { Job } from '#server/jobs/jobs.ts';

export function nightlyJobs(work: NightlyWork & FiguresCheck, areas: readonly Area[]): Job[] {
  return [
    {
      name: 'clean-idempotency-keys',
      cron: '10 3 * * *',
      run: async () => {
        await cleanIdempotencyKeys(work.db, work.clock(), work.signal);
      },
    },
    ...areas.flatMap((area) => area.nightlyJobs?.(work) ?? []),
    { name: 'check-audit', cron: '40 3 * * *', run: () => checkAuditAndReport(work) },
    { name: 'check-files', cron: '0 4 * * *', run: () => checkFilesAndReport(work) },
    { name: 'check-figures', cron: '20 3 * * *', run: () => checkAndReport(work) },
  ];
}
