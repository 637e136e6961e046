import type { Area } from '#server/area.ts';
import { checkFilesAndReport } from './check-files.ts';
import { removeUnusedFiles } from './clean-up.ts';
import { fileRoutes } from './routes.ts';

export const fileArea = ({ maxChapterBytes }: { readonly maxChapterBytes: number }): Area => ({
  addRoutes: (api) => fileRoutes(api, maxChapterBytes),
  nightlyJobs: (work) => [
    // Every hour, so that nothing stays much longer than a day.
    { name: 'remove-unused-files', cron: '25 * * * *', run: () => removeUnusedFiles(work) },
    { name: 'check-files', cron: '0 5 * * *', run: () => checkFilesAndReport(work) },
  ],
});
