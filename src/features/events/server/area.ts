import { toInstant } from '#kit/day.ts';
import type { Area, NightlyWork } from '#server/area.ts';
import { ofTable } from '#server/audit/subjects.ts';
import { newId } from '#server/database/ids.ts';
import { auditFields } from '../audit-fields.ts';
import { categoryRoutes } from './categories/category-routes.ts';
import { doorRoutes } from './door/door-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { news } from './news.ts';
import { rsvpDue } from './notices/rsvp-due.ts';
import { spot } from './notices/spot.ts';
import { tomorrow } from './notices/tomorrow.ts';
import { eventsAhead } from './notices/week-ahead.ts';
import { type EventAreaOptions, eventRoutes } from './routes.ts';
import { attendanceRoutes } from './rsvp/attendance.ts';
import { releaseSpotsOfMember } from './rsvp/release-spots.ts';
import { rsvpRoutes } from './rsvp/rsvp-routes.ts';
import { ownSheets, sheets } from './sheets.ts';

const eventOfOccurrence = `(select e.id from hub.event_occurrence t
  join hub.event e on e.chapter_id = t.chapter_id and e.id = t.event_id
  where t.chapter_id = s.chapter_id and t.id = s.entity_id and e.deleted_at is null)`;

export const eventArea: Area<EventAreaOptions> = {
  addRoutes(api, options) {
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
  notices: [tomorrow, rsvpDue, spot],
  weekAhead: eventsAhead,
  auditFields,
  auditSubjects: {
    named: [
      { table: 'event', name: 'title' },
      { table: 'calendar', name: 'name' },
    ],
    pages: {
      event: { page: 'event', id: ofTable('event', 'id', 't.deleted_at is null') },
      occurrence: { page: 'event', id: eventOfOccurrence },
    },
  },
  news,
  sheets,
  ownSheets,
  eraseMember: releaseSpotsOfMember,
};

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
