import { localOf } from '#kit/day.ts';
import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { eventCalls } from '../contract.ts';
import { datesOfYear } from '../month.ts';
import { addCalendar, changeCalendar } from './calendars.ts';
import { findEvent } from './detail.ts';
import { extendWindow } from './extension.ts';
import { feedRoutes } from './feed-routes.ts';
import { consequencesOf } from './part.ts';
import { withRsvps } from './rsvp-store.ts';
import { readFigures, searchEvents } from './search.ts';
import { findCalendar, listCalendars, listOccurrences, listUpcoming } from './store.ts';
import { createEvent, removeEvent, updateEvent } from './writes.ts';

export function eventRoutes(api: Api): void {
  feedRoutes(api);

  api.serve(eventCalls.upcoming, async ({ db, caller, query, now }) => {
    const { items, hasMore } = await listUpcoming(db, caller.chapterId, now, query);
    return ok({ items: await withRsvps(db, caller, items, now), hasMore });
  });

  api.serve(eventCalls.calendars, async ({ db, caller }) =>
    ok({ items: await listCalendars(db, caller.chapterId) }),
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
    const year = query.year ?? Number(localOf(now, calendar.timeZone).slice(0, 4));
    return ok({ items: datesOfYear(year) });
  });

  api.serve(eventCalls.list, async ({ db, caller, params, query, newId }) => {
    const calendar = await findCalendar(db, caller.chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    const { chapterId } = caller;
    const extended = await extendWindow(db, { chapterId, calendarId: calendar.id }, query, newId);
    if (!extended.ok) return extended;
    const found = await listOccurrences(db, chapterId, calendar.id, query);
    return found.ok ? ok({ items: found.value }) : found;
  });

  api.serve(eventCalls.detail, async ({ db, caller, params, query, now }) => {
    const event = await findEvent(db, caller, { ...params, ...query }, now);
    return event ? ok(event) : notFound('Event');
  });

  api.serve(eventCalls.consequences, async ({ db, caller, params, query }) => {
    const consequences = await consequencesOf(db, caller.chapterId, params, query);
    return consequences ? ok(consequences) : notFound('Event');
  });

  api.serve(eventCalls.create, ({ params, body, ...work }) =>
    createEvent(work, params.calendarId, body),
  );
  api.serve(eventCalls.update, ({ params, body, ...work }) => updateEvent(work, params, body));
  api.serve(eventCalls.remove, ({ params, query, ...work }) => removeEvent(work, params, query));
}
