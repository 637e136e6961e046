/** Nightly jobs and their schedule. None is before 4:00, because clock changes skip or repeat earlier times. */
import type { Area, NightlyWork } from '#server/area.ts';
import { checkAuditAndReport } from '#server/audit/audit-chain.ts';
import { checkAndReport, type FiguresCheck } from '#server/checks/figures.ts';
import { cleanIdempotencyKeys } from '#server/database/idempotency-cleanup.ts';
import type { Job } from '#server/jobs/jobs.ts';

export function nightlyJobs(work: NightlyWork & FiguresCheck, areas: readonly Area[]): Job[] {
  return [
    {
      name: 'clean-idempotency-keys',
      cron: '10 4 * * *',
      run: async () => {
        await cleanIdempotencyKeys(work.db, work.clock(), work.signal);
      },
    },
    ...areas.flatMap((area) => area.nightlyJobs?.(work) ?? []),
    { name: 'check-audit', cron: '40 4 * * *', run: () => checkAuditAndReport(work) },
    { name: 'check-figures', cron: '20 4 * * *', run: () => checkAndReport(work, 'due') },
  ];
}
