import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { chapterRoutes } from './routes.ts';
import type { ChapterCreation } from './set-up.ts';

export const chapterArea = (services: IdentityServices, founding: ChapterCreation): Area => ({
  addRoutes: (api) => chapterRoutes(api, services, founding),
  auditFields,
});
