/** Backs up every night and emails installation admins within the hour when something is wrong. */
import { formatDateTime, type Instant, toInstant } from '#kit/day.ts';
import type { NightlyWork } from '#server/area.ts';
import { hasRecords } from '#server/audit/newest-records.ts';
import type { Due, Job } from '#server/jobs/jobs.ts';
import { isJobUnderWay } from '#server/jobs/queue-jobs.ts';
import { describeState, isTrouble } from '../state-words.ts';
import type { BackupWork } from './make-backup.ts';
import { findFolderProblem } from './probe-folder.ts';
import { backUpJob, firstDayJob, rehearseJob, watchJob } from './queue-backup.ts';
import { type BackupSummary, claimReport, findOnlyBackup, summarizeBackups } from './store.ts';

export type NightlyBackups = Omit<BackupWork, 'db' | 'clock' | 'signal'> & {
  /** Whether anyone has set up the hub: an empty one would only hide the backups of a lost one. */
  readonly isInUse: () => Promise<boolean>;
  /** When the server started. */
  readonly since: Instant;
  readonly mailAdmins: (subject: string, paragraphs: readonly string[]) => Promise<void>;
};

export function nightlyBackupJobs(nightly: NightlyBackups, work: NightlyWork): Job[] {
  const { since, timeZone, mailAdmins, isInUse } = nightly;
  const summarize = () => summarizeBackups(work.db, { isConfigured: true, since }, work.clock());
  const backUp = async (due?: Due) => {
    if (!(await isInUse())) return;
    const { findMadeSince, makeBackup } = await import('./make-backup.ts');
    const since = due?.queuedAt ?? work.clock();
    const written = await makeBackup({ ...nightly, ...work }, due?.queuedAt);
    // The lock may be that of a server that is gone, or of a backup that fails yet.
    if (!written && !(await findMadeSince(work, since))) {
      throw new Error('Another backup is being made');
    }
    if (written && written.lost > 0) {
      work.log.error({ files: written.lost }, 'The backup lacks contents of files');
    }
  };
  return [
    {
      name: backUpJob,
      isAwaited: true,
      cron: '0 4 * * *',
      // What was missed does not wait for the night, nor does a wrong folder: it fails then, which admins see.
      isDue: async () =>
        (await isInUse()) &&
        // The set-up asks for the first one itself.
        !(await isJobUnderWay(work.db, backUpJob)) &&
        (['pending', 'late', 'failed'].includes((await summarize()).state) ||
          (await findFolderProblem(nightly.folder, { stays: true })) !== undefined),
      run: backUp,
    },
    {
      // That of the set-up holds nothing yet, and the first day of work does not wait for the night.
      name: firstDayJob,
      cron: '15 * * * *',
      run: async (due) => {
        const only = await findOnlyBackup(work.db);
        const hourAgo = toInstant(Temporal.Instant.from(work.clock()).subtract({ hours: 1 }));
        if (only && (await hasRecords(work.db, only, hourAgo))) await backUp(due);
      },
    },
    {
      // Every night, but it rests for a week once it has succeeded.
      name: rehearseJob,
      cron: '30 5 * * *',
      run: async () => {
        const { rehearseIfDue } = await import('./rehearse.ts');
        await rehearseIfDue({ ...nightly, ...work });
      },
    },
    {
      // After the attempts of the night, and of each hour.
      name: watchJob,
      cron: '25 * * * *',
      run: async () => {
        // As after an outage, whose backup is made first. One that hangs for an hour does not keep this quiet.
        if (await isJobUnderWay(work.db, backUpJob, { maxHours: 1 })) return;
        const { noteFiles } = await import('./make-backup.ts');
        const { expectResponding } = await import('./probe-folder.ts');
        // A folder that can't be read is no reason to keep quiet.
        try {
          await expectResponding(nightly.folder);
          await noteFiles({ ...nightly, ...work });
        } catch (error) {
          work.log.error({ err: error }, 'The folder of the backups can not be read');
        }
        const trouble = describeTrouble(await summarize(), timeZone);
        if (trouble && (await claimReport(work.db, work.clock())))
          await mailAdmins(trouble.subject, trouble.paragraphs);
      },
    },
  ];
}

/** Undefined if all is well. */
function describeTrouble(summary: BackupSummary, timeZone: string) {
  const { state, at, verifiedAt } = summary;
  if (!isTrouble(state)) return undefined;
  const describe = (what: string, time: Instant | null) =>
    time === null
      ? `There is no ${what} yet.`
      : `The last ${what} was on ${formatDateTime(time, timeZone)}.`;
  return {
    subject:
      state === 'unproven'
        ? 'Chapter Hub could not prove its backups'
        : 'Chapter Hub has no recent backup',
    paragraphs: [
      describeState(summary),
      `${describe('whole backup', at)} ${describe('successful rehearsal of a restore', verifiedAt)}`,
      'The server says more in its log. This email is sent at most once a day.',
    ],
  };
}
