/** What a server does beside serving. Nobody waits for it, so it is loaded once the server serves. */
import { type Instant, toInstant } from '#kit/day.ts';
import type { Db } from './db.ts';
import { checkUntilDone } from './figures.ts';
import type { Log } from './log.ts';
import { nightlyJobs } from './nightly-jobs.ts';

export type BackgroundWork = {
  readonly appUrl: string;
  readonly db: Db;
  readonly log: Log;
  /** Where night is night: IANA. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly onFiguresChecked: () => void;
};

/** Works until the signal; settles when everything has ended. */
export async function workInBackground(background: BackgroundWork): Promise<void> {
  const clock = (): Instant => toInstant(Temporal.Now.instant());
  const work = { ...background, clock };
  await checkUntilDone(work);
  if (work.signal.aborted) return;
  background.onFiguresChecked();
  const { workOnJobs } = await import('./jobs.ts');
  await workOnJobs({ ...work, jobs: nightlyJobs(work) });
}
