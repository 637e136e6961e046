/** Background work of a server. Loaded once the server serves, because no one waits for it. */
import { type Instant, toInstant } from '#kit/day.ts';
import type { Area } from '#server/area.ts';
import { sealUntilDone } from '#server/audit/audit-chain.ts';
import { checkWhileInDoubt, type FiguresCheckState } from '#server/checks/figures.ts';
import type { StorageWatch } from '#server/checks/storage.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import type { JobsOptions, Queue } from '#server/jobs/jobs.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { nightlyJobs } from './nightly-jobs.ts';

export type BackgroundWork = Pick<JobsOptions, 'pollSeconds'> & {
  readonly appUrl: string;
  readonly db: Db;
  readonly fileBucket: Bucket | undefined;
  readonly log: Log;
  /** The time zone of nightly jobs. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly areas: readonly Area[];
  readonly storage: StorageWatch;
  readonly onCheck: (state: FiguresCheckState) => void;
  /** How soon this server checks figures again while it is in doubt; ten minutes unless given. */
  readonly recheckSeconds?: number;
  /** Queues to work on; none if their dependencies are not configured. */
  readonly queues: (clock: () => Instant) => Promise<Queue[]>;
};

/** Runs until the signal; resolves when everything has ended. */
export async function startBackgroundWork(background: BackgroundWork): Promise<void> {
  const clock = (): Instant => toInstant(Temporal.Now.instant());
  let state: FiguresCheckState = 'pending';
  const onCheck = (found: FiguresCheckState) => {
    state = found;
    background.onCheck(found);
  };
  const work = { ...background, clock, onCheck };
  const isInDoubt = () => state === 'failed' || work.storage.current() === 'storage_damaged';
  // Concurrently: neither mail nor backups wait for the check of figures, which may take long or fail.
  await Promise.all([
    sealUntilDone(work),
    checkWhileInDoubt(work, isInDoubt, work.recheckSeconds),
    workOnJobs(work),
  ]);
}

async function workOnJobs(work: BackgroundWork & { clock: () => Instant }): Promise<void> {
  const queues = await work.queues(work.clock);
  if (work.signal.aborted) return;
  const { runJobs } = await import('#server/jobs/jobs.ts');
  await runJobs({ ...work, jobs: nightlyJobs(work, work.areas), queues });
}
