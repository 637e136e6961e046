/** What a server does beside serving. Nobody waits for it, so it is loaded once the server serves. */
import { type Instant, toInstant } from '#kit/day.ts';
import type { Area } from '#server/area.ts';
import { sealUntilDone } from '#server/audit/audit-chain.ts';
import { checkUntilDone } from '#server/checks/figures.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import type { Queue } from '#server/jobs/jobs.ts';
import { nightlyJobs } from './nightly-jobs.ts';

export type BackgroundWork = {
  readonly appUrl: string;
  readonly db: Db;
  readonly log: Log;
  /** Where night is night: IANA. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly areas: readonly Area[];
  readonly onFiguresChecked: () => void;
  /** Work that comes in while the server serves: none where it has nothing to work with. */
  readonly queues: (clock: () => Instant) => Promise<Queue[]>;
};

/** Works until the signal; settles when everything has ended. */
export async function startBackgroundWork(background: BackgroundWork): Promise<void> {
  const clock = (): Instant => toInstant(Temporal.Now.instant());
  const work = { ...background, clock };
  await Promise.all([sealUntilDone(work), checkAndWork(work)]);
}

async function checkAndWork(work: BackgroundWork & { clock: () => Instant }): Promise<void> {
  const checked = checkUntilDone(work).then(() => {
    if (!work.signal.aborted) work.onFiguresChecked();
  });
  const queues = await work.queues(work.clock);
  // Whoever waits for a mail does not wait for the figures too; without mail they come one by one.
  if (queues.length === 0) await checked;
  if (work.signal.aborted) return;
  const { runJobs } = await import('#server/jobs/jobs.ts');
  await Promise.all([checked, runJobs({ ...work, jobs: nightlyJobs(work, work.areas), queues })]);
}
