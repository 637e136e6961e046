import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { type MembershipHooks, memberRoutes } from './routes.ts';

export const memberArea = (hooks: MembershipHooks): Area => ({
  addRoutes: (api) => memberRoutes(api, hooks),
  auditFields,
});
