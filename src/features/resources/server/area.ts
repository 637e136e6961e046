import type { PlainArea } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { resourceRoutes } from './routes.ts';
import { resourceSheet } from './sheet.ts';

export const resourceArea: PlainArea = {
  addRoutes: resourceRoutes,
  auditFields,
  sheets: [resourceSheet],
};
