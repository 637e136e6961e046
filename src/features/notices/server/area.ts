import { listChapters } from '#features/chapters/server/store.ts';
import type { Area, NightlyWork } from '#server/area.ts';
import { newId } from '#server/database/ids.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { NoticeSource } from '#server/notice-source.ts';
import { notifyJob, remindJob } from './notice-mail.ts';
import { emailRoutes } from './routes.ts';
import { deleteOldSent, deleteSentTo } from './sent-store.ts';

export type NoticeAreaOptions = {
  readonly sources: readonly NoticeSource[];
  readonly sendsMail: boolean;
  readonly secret: string;
};

/** What it says of itself. */
export const noticeFacets = {
  eraseMember: (tx, { chapterId }, memberId) => deleteSentTo(tx, chapterId, memberId),
} satisfies Omit<Area, 'addRoutes'>;

export const noticeArea = ({ sources, ...options }: NoticeAreaOptions): Area => {
  const notify = async (work: NightlyWork, when: NoticeSource['when']) => {
    const { queueNotices } = await import('./queue-notices.ts');
    const asked = sources.filter((source) => source.when === when);
    await queueNotices({ ...work, newId }, asked, work.clock());
  };
  return {
    ...noticeFacets,
    addRoutes: (api) => emailRoutes(api, options),
    nightlyJobs: (work) => {
      const jobs: Job[] = [
        { name: 'delete-old-notices', cron: '15 4 * * *', run: () => deleteOld(work) },
      ];
      if (!options.sendsMail) return jobs;
      const frequent = { isFrequent: true } as const;
      return [
        ...jobs,
        { name: notifyJob, cron: '* * * * *', ...frequent, run: () => notify(work, 'soon') },
        {
          name: remindJob,
          cron: '*/15 * * * *',
          ...frequent,
          run: () => notify(work, 'scheduled'),
        },
      ];
    },
  };
};

async function deleteOld({ db, clock, signal }: NightlyWork): Promise<void> {
  for (const { id } of await listChapters(db)) {
    signal.throwIfAborted();
    await deleteOldSent(db, id, clock());
  }
}
