import type { AuditFields } from '#kit/audit-words.ts';
import type { Area } from '#server/area.ts';
import { auditRoutes } from './routes.ts';

/** `allFields`: what each feature calls the fields of its records. */
export const auditArea = (allFields: readonly AuditFields[]): Area => ({
  addRoutes: (api) => auditRoutes(api, allFields),
});
