import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { paymentRoutes } from './routes.ts';

export const paymentArea: Area = { addRoutes: paymentRoutes, auditFields };
