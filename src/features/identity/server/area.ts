import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { type FromAbove, identityRoutes } from './routes.ts';
import type { IdentityServices } from './shared/services.ts';

export const identityArea = (services: IdentityServices, above: FromAbove): Area => ({
  addRoutes: (api) => identityRoutes(api, services, above),
  auditFields,
});
