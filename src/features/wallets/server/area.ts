import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { walletRoutes } from './routes.ts';

export const walletArea: Area = { addRoutes: walletRoutes, auditFields };
