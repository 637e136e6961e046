import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { type IdentityHooks, identityRoutes } from './routes.ts';
import type { IdentityServices } from './shared/services.ts';

export const identityArea = (services: IdentityServices, hooks: IdentityHooks): Area => ({
  addRoutes: (api) => identityRoutes(api, services, hooks),
  auditFields,
});
