import type { Area } from '#server/area.ts';
import { checkFilesAndReport } from './check-files.ts';
import { removeUnusedFiles } from './clean-up.ts';
import { fileRoutes } from './routes.ts';
import { sheets } from './sheets.ts';

export const fileArea: Area<{ readonly maxChapterBytes: number }> = {
  addRoutes: (api, { maxChapterBytes }) => fileRoutes(api, maxChapterBytes),
  nightlyJobs: (work) => [
    // Every hour, so that nothing stays much longer than a day.
    { name: 'remove-unused-files', cron: '25 * * * *', run: () => removeUnusedFiles(work) },
    { name: 'check-files', cron: '0 5 * * *', run: () => checkFilesAndReport(work) },
  ],
  sheets,
};
