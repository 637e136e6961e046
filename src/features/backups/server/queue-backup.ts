/** Asks a server for a backup, in the transaction of what it follows. */
import type { Instant } from '#kit/day.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { isJobUnderWay, queueJobs } from '#server/jobs/queue-jobs.ts';
import { findLastAttempt } from './store.ts';

export const backUpJob = 'back-up';
export const firstDayJob = 'back-up-first-day';
export const rehearseJob = 'rehearse-restore';
export const watchJob = 'watch-backups';
/** No server without a folder takes them. */
export const backupJobs = [backUpJob, firstDayJob, rehearseJob, watchJob] as const;

/** Unless one is under way. False if no server has made the queue yet, which each does as it starts. */
export async function queueBackup(tx: Tx, newId: NewId): Promise<boolean> {
  await lockUntilCommit(tx, 'ask for a backup');
  if (await isJobUnderWay(tx, backUpJob)) return true;
  return (await queueJobs(tx, backUpJob, [{ id: newId(), data: {} }])) > 0;
}

/** So that a hub that has just been set up does not wait for the night. */
export async function queueFirstBackup(tx: Tx, newId: NewId, now: Instant): Promise<void> {
  if (!(await findLastAttempt(tx, now))) await queueBackup(tx, newId);
}
