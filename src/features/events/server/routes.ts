import { datesOfYear } from '#kit/calendar/month.ts';
import { type Day, instantToLocal } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Api } from '#server/http/serve.ts';
import { eventCalls } from '../contract.ts';
import type { Occurrence } from '../occurrence.ts';
import { addCalendar, changeCalendar } from './calendars.ts';
import { findEvent } from './detail.ts';
import { type CountExpenses, countConsequences } from './edit-scope.ts';
import { extendWindow } from './extend-series.ts';
import { feedRoutes } from './ical/feed-routes.ts';
import { importRoutes } from './ical/import-routes.ts';
import { eventMailRoutes } from './mail/event-mail-routes.ts';
import { readFaces } from './rsvp/faces.ts';
import { attachRsvps } from './rsvp/rsvp-store.ts';
import { readFigures, searchEvents } from './search.ts';
import { findCalendar, hasEvents, listCalendars, listOccurrences, listUpcoming } from './store.ts';
import { createEvent, removeEvent, updateEvent } from './writes.ts';

type WindowRequest = {
  readonly db: Db;
  readonly caller: { readonly chapterId: Id<'chapter'> };
  readonly query: { readonly startDate: Day; readonly endDate: Day };
  readonly newId: NewId;
  chargeRows(rows: number): void;
};

/** The occurrences of these calendars within a window. Creates missing rows first. */
async function readWindow(
  { db, caller, query, ...making }: WindowRequest,
  calendarIds: readonly Id<'calendar'>[],
): Promise<Result<Occurrence[]>> {
  const calendars = { chapterId: caller.chapterId, calendarIds };
  const extended = await extendWindow(db, calendars, query, making);
  return extended.ok ? listOccurrences(db, calendars, query) : extended;
}

export type EventAreaOptions = {
  readonly countExpenses: CountExpenses;
  readonly isDemo: boolean;
  readonly sendsMail: boolean;
};

export function eventRoutes(api: Api, options: EventAreaOptions): void {
  const { countExpenses, isDemo, sendsMail } = options;
  feedRoutes(api, options);
  importRoutes(api, options);
  eventMailRoutes(api, options);

  api.serve(eventCalls.upcoming, async ({ db, caller, query, now }) => {
    const { items, hasMore } = await listUpcoming(db, caller.chapterId, now, query);
    const ids = items.map(({ occurrenceId }) => occurrenceId);
    const [withRsvps, faces] = await Promise.all([
      attachRsvps(db, caller, items, now),
      readFaces(db, caller, ids, now),
    ]);
    const nobody = { people: [], count: 0 };
    const shown = withRsvps.map((each) => ({
      ...each,
      faces: faces.get(each.occurrenceId) ?? nobody,
    }));
    return ok({ items: shown, hasMore });
  });

  api.serve(eventCalls.calendars, async ({ db, caller }) =>
    ok({
      items: await listCalendars(db, caller.chapterId),
      offersSample: isDemo || !(await hasEvents(db, caller.chapterId)),
    }),
  );

  api.serve(eventCalls.createCalendar, ({ body, ...work }) => addCalendar(work, body.name));
  api.serve(eventCalls.changeCalendar, ({ params, body, ...work }) =>
    changeCalendar(work, params.calendarId, body),
  );

  api.serve(eventCalls.search, async ({ db, caller, query, now }) =>
    ok(await searchEvents(db, caller, query, now)),
  );
  api.serve(eventCalls.figures, async ({ db, caller, now }) =>
    ok(await readFigures(db, caller, now)),
  );

  api.serve(eventCalls.dates, async ({ db, caller, params, query, now }) => {
    const calendar = await findCalendar(db, caller.chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    const year = query.year ?? Number(instantToLocal(now, calendar.timeZone).slice(0, 4));
    return ok({ items: datesOfYear(year) });
  });

  api.serve(eventCalls.list, async ({ params, ...request }) => {
    const calendar = await findCalendar(request.db, request.caller.chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    const found = await readWindow(request, [calendar.id]);
    return found.ok ? ok({ items: found.value }) : found;
  });

  api.serve(eventCalls.listAll, async (request) => {
    const calendars = await listCalendars(request.db, request.caller.chapterId);
    const names = new Map(calendars.map(({ id, name }) => [id, name]));
    const found = await readWindow(request, [...names.keys()]);
    if (!found.ok) return found;
    const named = found.value.map((each) => ({
      ...each,
      calendarName: names.get(each.calendarId) ?? '',
    }));
    return ok({ items: named });
  });

  api.serve(eventCalls.detail, async ({ db, caller, params, query, now }) => {
    const event = await findEvent(db, caller, { ...params, ...query }, now);
    return event ? ok(event) : notFound('Event');
  });

  api.serve(eventCalls.consequences, async ({ db, caller, params, query }) => {
    const consequences = await countConsequences(
      db,
      caller.chapterId,
      params,
      query,
      countExpenses,
    );
    return consequences ? ok(consequences) : notFound('Event');
  });

  api.serve(eventCalls.create, ({ params, body, ...work }) =>
    createEvent({ ...work, sendsMail }, params.calendarId, body),
  );
  api.serve(eventCalls.update, ({ params, body, ...work }) =>
    updateEvent({ ...work, sendsMail }, params, body),
  );
  api.serve(eventCalls.remove, ({ params, query, ...work }) =>
    removeEvent({ ...work, sendsMail }, params, query),
  );
}
