import type { Area } from '#server/area.ts';
import type { NewsSource } from '#server/news-source.ts';
import { newsRoutes } from './routes.ts';

/** Its options are what each feature has to say. */
export const newsArea: Area<readonly NewsSource[]> = { addRoutes: newsRoutes };
