import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { memberRoutes, type OnRemoved } from './routes.ts';

export const memberArea = (onRemoved: OnRemoved): Area => ({
  addRoutes: (api) => memberRoutes(api, onRemoved),
  auditFields,
});
