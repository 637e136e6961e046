import { localOf } from '#kit/day.ts';
import { notFound, ok } from '#kit/result.ts';
import { audit } from '#server/audit.ts';
import type { Api } from '#server/serve.ts';
import { eventCalls } from '../contract.ts';
import { datesOfYear } from '../month.ts';
import {
  createEvent,
  findCalendar,
  findEvent,
  listCalendars,
  listOccurrences,
  listUpcoming,
} from './store.ts';

export function eventRoutes(api: Api): void {
  api.serve(eventCalls.upcoming, async ({ db, caller, query, now }) =>
    ok(await listUpcoming(db, caller.chapterId, now, query)),
  );

  api.serve(eventCalls.calendars, async ({ db, caller }) =>
    ok({ items: await listCalendars(db, caller.chapterId) }),
  );

  api.serve(eventCalls.dates, async ({ db, caller, params, query, now }) => {
    const calendar = await findCalendar(db, caller.chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    const year = query.year ?? Number(localOf(now, calendar.timeZone).slice(0, 4));
    return ok({ items: datesOfYear(year) });
  });

  api.serve(eventCalls.list, async ({ db, caller, params, query }) => {
    const calendar = await findCalendar(db, caller.chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    return ok({ items: await listOccurrences(db, caller.chapterId, calendar.id, query) });
  });

  api.serve(eventCalls.detail, async ({ db, caller, params }) => {
    const event = await findEvent(db, caller.chapterId, params.calendarId, params.eventId);
    return event ? ok(event) : notFound('Event');
  });

  api.serve(eventCalls.create, async ({ tx, caller, params, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const calendar = await findCalendar(tx, chapterId, params.calendarId);
    if (!calendar) return notFound('Calendar');
    const event = {
      ...body,
      id: newId(),
      occurrenceId: newId(),
      createdBy: memberId,
      createdAt: now,
    };
    await createEvent(tx, chapterId, calendar, event);
    const created = await findEvent(tx, chapterId, calendar.id, event.id);
    if (!created) throw new Error('a created event must be there');
    await audit(
      tx,
      { chapterId, memberId, now, newId },
      { action: 'event.create', kind: 'event', id: created.id, after: created },
    );
    return ok(created);
  });
}
