import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { folderRoutes } from './documents/folder-routes.ts';
import { resourceRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';
import { readTextsJob } from './text/read-texts.ts';

export const resourceArea: Area = {
  addRoutes(api) {
    resourceRoutes(api);
    folderRoutes(api);
    documentRoutes(api);
  },
  nightlyJobs: (work) => [readTextsJob(work)],
  auditFields,
  sheets,
  ownSheets,
};
