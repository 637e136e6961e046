/** Backs up every night and tells installation admins in the morning when something is wrong. */
import { formatDateTime, type Instant } from '#kit/day.ts';
import type { NightlyWork } from '#server/area.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { failureWords, isBackupFailure } from '../failure-words.ts';
import type { BackupWork } from './make-backup.ts';
import { type BackupSummary, summarizeBackups } from './store.ts';

export type NightlyBackups = Omit<BackupWork, 'db' | 'clock' | 'signal'> & {
  /** When the server started. */
  readonly since: Instant;
  readonly tellAdmins: (subject: string, paragraphs: readonly string[]) => Promise<void>;
};

export function nightlyBackupJobs(nightly: NightlyBackups, work: NightlyWork): Job[] {
  const { since, timeZone, tellAdmins } = nightly;
  const summarize = () => summarizeBackups(work.db, { isConfigured: true, since }, work.clock());
  return [
    {
      name: 'back-up',
      cron: '30 2 * * *',
      // The first backup does not wait for the night, so that a wrong folder is noticed at once.
      isDue: async () => ['pending', 'late', 'failed'].includes((await summarize()).state),
      run: async () => {
        const { makeBackup } = await import('./make-backup.ts');
        await makeBackup({ ...nightly, ...work });
      },
    },
    {
      // Once a day, after the attempts of the night, so that no failure mails again and again.
      name: 'watch-backups',
      cron: '0 7 * * *',
      run: async () => {
        const { noteFiles } = await import('./make-backup.ts');
        await noteFiles({ ...nightly, ...work });
        const trouble = describeTrouble(await summarize(), timeZone);
        if (trouble) await tellAdmins('Chapter Hub has no recent backup', trouble);
      },
    },
  ];
}

/** Undefined if all is well. */
export function describeTrouble(
  { state, at, failure }: BackupSummary,
  timeZone: string,
): string[] | undefined {
  if (state !== 'late' && state !== 'failed') return undefined;
  const what =
    state === 'failed' && failure !== null
      ? `The last backup failed. ${failureWords[isBackupFailure(failure) ? failure : 'other']}.`
      : 'The nightly backup was not made.';
  const newest =
    at === null
      ? 'There is no backup yet.'
      : `The newest backup is of ${formatDateTime(at, timeZone)}.`;
  return [what, newest, 'The server says more in its log. This email is sent at most once a day.'];
}
