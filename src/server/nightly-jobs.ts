/** What the hub does at night, and when. */
import type { Instant } from '#kit/day.ts';
import type { Db } from './db.ts';
import { checkAndTell } from './figures.ts';
import { cleanIdempotencyKeys } from './idempotency-cleaning.ts';
import type { Job } from './jobs.ts';
import type { Log } from './log.ts';

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
    { name: 'check-figures', cron: '20 3 * * *', run: () => checkAndTell(work) },
  ];
}
