import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { expenseRoutes } from './routes.ts';

export const expenseArea: Area = { addRoutes: expenseRoutes, auditFields };
