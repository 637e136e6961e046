import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { resourceRoutes } from './routes.ts';

export const resourceArea: Area = { addRoutes: resourceRoutes, auditFields };
