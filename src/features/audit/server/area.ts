import type { AuditFields } from '#kit/audit-words.ts';
import type { Area } from '#server/area.ts';
import { auditRoutes } from './routes.ts';

/** `allFields` are the labels of all features' record fields. */
export const auditArea = (allFields: readonly AuditFields[]): Area => ({
  addRoutes: (api) => auditRoutes(api, allFields),
});
