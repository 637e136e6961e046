import { toInstant } from '#kit/day.ts';
import type { Area, NightlyWork } from '#server/area.ts';
import { newId } from '#server/database/ids.ts';
import { auditFields } from '../audit-fields.ts';
import { categoryRoutes } from './categories/category-routes.ts';
import { doorRoutes } from './door/door-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { type EventAreaOptions, eventRoutes } from './routes.ts';
import { attendanceRoutes } from './rsvp/attendance.ts';
import { rsvpRoutes } from './rsvp/rsvp-routes.ts';

export const eventArea = (options: EventAreaOptions): Area => ({
  addRoutes(api) {
    eventRoutes(api, options);
    rsvpRoutes(api);
    attendanceRoutes(api);
    categoryRoutes(api);
    doorRoutes(api);
    fileRoutes(api);
  },
  nightlyJobs: (work) => [
    { name: 'extend-series', cron: '30 4 * * *', run: () => extendAllSeries(work) },
    // Every hour, so that nothing stays much longer than a day.
    { name: 'remove-old-imports', cron: '35 * * * *', run: () => removeOldImports(work) },
  ],
  auditFields,
});

async function extendAllSeries({ db, clock, signal }: NightlyWork): Promise<void> {
  const [{ rederiveInstants }, { extendSeries }] = await Promise.all([
    import('./rederive-instants.ts'),
    import('./extend-series.ts'),
  ]);
  await rederiveInstants(db, clock(), signal);
  await extendSeries(db, clock(), newId, signal);
}

async function removeOldImports({ db, clock }: NightlyWork): Promise<void> {
  const { deleteOldImports } = await import('./ical/import-store.ts');
  await deleteOldImports(db, toInstant(Temporal.Instant.from(clock()).subtract({ hours: 24 })));
}
