import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { type IdentityHooks, identityRoutes } from './routes.ts';
import type { IdentityServices } from './shared/services.ts';

export const identityArea: Area<[IdentityServices, IdentityHooks]> = {
  addRoutes: (api, [services, hooks]) => identityRoutes(api, services, hooks),
  auditFields,
};
