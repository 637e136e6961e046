import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import type { Area } from '#server/area.ts';
import { ofRecord } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { chapterRoutes } from './routes.ts';
import type { ChapterCreation } from './set-up.ts';

export const chapterArea: Area<[IdentityServices, ChapterCreation]> = {
  addRoutes: (api, [services, founding]) => chapterRoutes(api, services, founding),
  auditFields,
  auditSubjects: {
    pages: {
      chapter: { page: 'chapter', id: ofRecord },
      invitation: { page: 'invitations', id: ofRecord },
    },
  },
};
