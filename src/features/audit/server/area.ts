import type { Area } from '#server/area.ts';
import { auditRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';
import type { FeatureRecords } from './subjects.ts';

/** Its options are all features. */
export const auditArea: Area<readonly FeatureRecords[]> = {
  addRoutes: auditRoutes,
  sheets,
  ownSheets,
};
