/** Background work of a server. Loaded once the server serves, because no one waits for it. */
import { type Instant, toInstant } from '#kit/day.ts';
import type { Area } from '#server/area.ts';
import { sealUntilDone } from '#server/audit/audit-chain.ts';
import { checkUntilDone, type FiguresCheckState } from '#server/checks/figures.ts';
import type { StorageWatch } from '#server/checks/storage.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import type { Queue } from '#server/jobs/jobs.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { nightlyJobs } from './nightly-jobs.ts';

export type BackgroundWork = {
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
  /** Queues to work on; none if their dependencies are not configured. */
  readonly queues: (clock: () => Instant) => Promise<Queue[]>;
};

/** Runs until the signal; resolves when everything has ended. */
export async function startBackgroundWork(background: BackgroundWork): Promise<void> {
  const clock = (): Instant => toInstant(Temporal.Now.instant());
  const work = { ...background, clock };
  await Promise.all([sealUntilDone(work), checkAndWork(work)]);
}

async function checkAndWork(work: BackgroundWork & { clock: () => Instant }): Promise<void> {
  const checked = checkUntilDone(work);
  const queues = await work.queues(work.clock);
  // Concurrently, so that mail does not wait for the check of figures.
  if (queues.length === 0) await checked;
  if (work.signal.aborted) return;
  const { runJobs } = await import('#server/jobs/jobs.ts');
  await Promise.all([checked, runJobs({ ...work, jobs: nightlyJobs(work, work.areas), queues })]);
}
