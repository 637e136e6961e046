import type { Area } from '#server/area.ts';
import { newsRoutes } from './routes.ts';
import type { NewsSource } from './source.ts';

export const newsArea = (sources: readonly NewsSource[]): Area => ({
  addRoutes: (api) => newsRoutes(api, sources),
});
