/** A chapter of two members with a calendar, and helpers to create, change and delete series. */

import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import type { EventChange, EventDetail, NewEvent, Scope } from '../../event.ts';
import type { Occurrence } from '../../occurrence.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

export const weekly: RecurrencePattern = {
  frequency: 'weekly',
  interval: 1,
  byDay: ['TU'],
  byMonthDay: [],
  bySetPosition: [],
  byMonth: [],
  weekStart: 'SU',
  endBy: null,
  count: 8,
};

/** Before the first `forum`, because past events take no RSVPs. */
export const today = '2026-11-20T20:00:00.000Z';

export const forum: NewEvent = {
  title: 'Forum',
  description: 'Phones away',
  location: 'Board room',
  startDate: '2027-03-02T18:00',
  endDate: '2027-03-02T20:00',
  categoryColor: '7c3aed',
  recurrence: weekly,
  capacity: null,
  maxGuests: 20,
  rsvpClosesMinutesBefore: null,
};

/** The days of a weekly series of eight that starts with `forum`. */
export const eightTuesdays = [
  '03-02',
  '03-09',
  '03-16',
  '03-23',
  '03-30',
  '04-06',
  '04-13',
  '04-20',
] as const;

export const ids = (occurrences: readonly Occurrence[]) =>
  occurrences.map((each) => each.occurrenceId);

/** The body that changes the occurrence's current state by `edit`. */
export function toChange(
  shown: EventDetail,
  scope: Scope,
  edit: Partial<EventChange>,
): EventChange {
  const { occurrenceId, title, description, location, startDate, endDate } = shown;
  const { categoryColor, capacity, rsvpClosesMinutesBefore } = shown;
  return {
    scope,
    occurrenceId,
    title,
    description,
    location,
    startDate,
    endDate,
    categoryColor,
    capacity,
    rsvpClosesMinutesBefore,
    ...edit,
  };
}

export type SeriesScene = Awaited<ReturnType<typeof startSeriesScene>>;

export async function startSeriesScene() {
  const hub = await startTestHub({ clock: () => today });
  return { hub, ...(await createSeriesScene(hub)) };
}

/** In a chapter of its own of this hub. */
export async function createSeriesScene(hub: TestHub) {
  const chapter = await hub.chapter();
  const [maya, ana] = [await chapter.person('Maya Chen'), await chapter.person('Ana Ruiz')];
  const [calendar] = (await maya.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a new chapter has no calendar');
  const calendarId = calendar.id;

  async function createEvent(fields: Partial<NewEvent> = {}): Promise<EventDetail> {
    const body = { ...forum, ...fields };
    return (await maya.call(eventCalls.create, { params: { calendarId }, body })).value();
  }

  /** All occurrences of an event within about a year, in chronological order. */
  async function listOccurrences({ id }: { id: Id<'event'> }): Promise<Occurrence[]> {
    const query = { startDate: '2027-02-01', endDate: '2028-02-28' };
    const reply = await maya.call(eventCalls.list, { params: { calendarId }, query });
    return reply.value().items.filter((each) => each.eventId === id);
  }

  async function listStarts(event: { id: Id<'event'> }): Promise<string[]> {
    return (await listOccurrences(event)).map((each) => each.localStart.slice(5));
  }

  async function readOccurrence(event: { id: Id<'event'> }, index: number): Promise<EventDetail> {
    const occurrenceId = (await listOccurrences(event))[index]?.occurrenceId ?? newId();
    const params = { calendarId, eventId: event.id };
    return (await maya.call(eventCalls.detail, { params, query: { occurrenceId } })).value();
  }

  function sendChange(
    shown: EventDetail,
    scope: Scope,
    edit: Partial<EventChange>,
    version?: number,
  ) {
    return maya.call(eventCalls.update, {
      params: { calendarId, eventId: shown.id },
      body: toChange(shown, scope, edit),
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
    });
  }

  async function change(
    shown: EventDetail,
    scope: Scope,
    edit: Partial<EventChange>,
  ): Promise<EventDetail> {
    return (await sendChange(shown, scope, edit, shown.version)).value();
  }

  function remove(shown: EventDetail, scope: Scope) {
    const query = { scope, occurrenceId: shown.occurrenceId };
    return maya.call(eventCalls.remove, { params: { calendarId, eventId: shown.id }, query });
  }

  async function consequences(shown: EventDetail, scope: Scope) {
    const query = { scope, occurrenceId: shown.occurrenceId };
    const params = { calendarId, eventId: shown.id };
    return (await maya.call(eventCalls.consequences, { params, query })).value();
  }

  async function rsvp(shown: EventDetail, person: TestPerson): Promise<void> {
    const { occurrenceId } = shown;
    const body = { answer: 'going' as const, guests: 1 };
    (await person.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
  }

  return {
    chapter,
    maya,
    ana,
    calendarId,
    createEvent,
    listOccurrences,
    listStarts,
    readOccurrence,
    sendChange,
    change,
    remove,
    consequences,
    rsvp,
  };
}
