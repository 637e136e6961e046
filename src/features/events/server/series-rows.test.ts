/**
 * After any sequence of creations, changes and deletions with any scope, of views far ahead and of
 * nightly jobs, a window shows the occurrences of the rules with their exceptions applied. Sequences
 * are random.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { lastDay } from '#kit/calendar/calendar-day.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, type Instant, type LocalDateTime, localToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import type { EventDetail, NewEvent, Scope } from '../event.ts';
import { rsvpCalls } from '../rsvp/rsvp-contract.ts';
import { addMinutes, generateOriginalStarts, resolveOccurrence } from '../series.ts';
import { readEvents } from './event-store.ts';
import { extendSeries } from './extend-series.ts';

const { amount: sequences, seed } = planRandom('series');
/** Before all events, because past events take no RSVPs. */
const today = '2026-11-20T20:00:00.000Z';
const base = '2027-03-01';

/** A night extends the series of all earlier sequences on its hub, too: thousands would take most of the time. */
const maxSequencesOfHub = 500;

let hub: TestHub;
let sequencesOfHub = 0;
const startHub = () => startTestHub({ clock: () => today });
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub?.close());

type Scene = {
  person: TestPerson;
  calendarId: Id<'calendar'>;
  eventIds: Set<Id<'event'>>;
  answers: number;
};

async function newScene(): Promise<Scene> {
  if (sequencesOfHub === maxSequencesOfHub) {
    await hub.close();
    hub = await startHub();
    sequencesOfHub = 0;
  }
  sequencesOfHub += 1;
  const person = await (await hub.chapter()).person('Maya Chen');
  const { items } = (await person.call(eventCalls.calendars)).value();
  return { person, calendarId: items[0]?.id ?? testId(''), eventIds: new Set(), answers: 0 };
}

type Action =
  | { kind: 'create'; event: NewEvent }
  | { kind: 'change'; which: number; at: number; scope: Scope; change: Change }
  | { kind: 'remove'; which: number; at: number; scope: Scope }
  | { kind: 'answer'; which: number; at: number }
  | { kind: 'look'; inDays: number }
  | { kind: 'night'; inDays: number };

type Change = {
  days: number;
  minutes: number;
  durationMinutes: number;
  title: string | undefined;
  capacity: number | null;
  pattern: RecurrencePattern | null | undefined;
};

const pattern: fc.Arbitrary<RecurrencePattern> = fc
  .record({
    frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
    interval: fc.integer({ min: 1, max: 3 }),
    weekStart: fc.constantFrom('SU', 'MO'),
    byDay: fc.subarray(['MO', 'TU', 'FR', 'SU']),
    end: fc.constantFrom('never', 'until', 'count'),
    length: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ frequency, byDay, end, length, ...rest }) => ({
    ...rest,
    frequency,
    byDay: frequency === 'weekly' ? byDay : [],
    byMonthDay: [],
    bySetPosition: [],
    byMonth: [],
    endBy: end === 'until' ? addDays(base, length * 9) : null,
    count: end === 'count' ? length : null,
  }));

const newEvent: fc.Arbitrary<NewEvent> = fc
  .record({
    day: fc.integer({ min: 0, max: 120 }),
    minute: fc.constantFrom(0, 30, 150, 1_080, 1_439),
    durationMinutes: fc.constantFrom(0, 60, 1_440, 4_000),
    recurrence: fc.option(pattern, { freq: 5 }),
    capacity: fc.constantFrom(null, 5),
  })
  .map(({ day, minute, durationMinutes, recurrence, capacity }) => {
    const startDate = addMinutes(`${addDays(base, day)}T00:00`, minute);
    return {
      title: 'Series',
      description: '',
      location: '',
      categoryColor: '2563eb',
      startDate,
      endDate: addMinutes(startDate, durationMinutes),
      recurrence,
      capacity,
      maxGuests: 20,
      rsvpClosesMinutesBefore: null,
    };
  });

const change: fc.Arbitrary<Change> = fc.record({
  days: fc.constantFrom(0, 0, 1, -1, 7, 31),
  minutes: fc.constantFrom(0, 0, 60, -90),
  durationMinutes: fc.constantFrom(60, 1_500),
  title: fc.constantFrom(undefined, 'Renamed', 'Other'),
  capacity: fc.constantFrom(null, 5, 8),
  pattern: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 4 },
    { arbitrary: pattern, weight: 2 },
    { arbitrary: fc.constant(null), weight: 1 },
  ),
});

const which = fc.nat(5);
const at = fc.nat(12);
const scope = fc.constantFrom<Scope>('one', 'following', 'all');
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), event: newEvent }),
  fc.record({ kind: fc.constant('change' as const), which, at, scope, change }),
  fc.record({ kind: fc.constant('change' as const), which, at, scope, change }),
  fc.record({ kind: fc.constant('remove' as const), which, at, scope }),
  fc.record({ kind: fc.constant('answer' as const), which, at }),
  fc.record({ kind: fc.constant('look' as const), inDays: fc.integer({ min: 0, max: 3_000 }) }),
  fc.record({ kind: fc.constant('night' as const), inDays: fc.integer({ min: 0, max: 900 }) }),
);

async function listWindow(scene: Scene, startDate: Day, days: number) {
  const { person, calendarId } = scene;
  const query = { startDate, endDate: addDays(startDate, days) };
  return (await person.call(eventCalls.list, { params: { calendarId }, query })).value().items;
}

/** Picks an occurrence of one of the events; undefined if none is left. */
async function pickOccurrence(
  scene: Scene,
  which: number,
  at: number,
): Promise<EventDetail | undefined> {
  const eventId = [...scene.eventIds][which % Math.max(1, scene.eventIds.size)];
  const items = (await listWindow(scene, base, 399)).filter((each) => each.eventId === eventId);
  const chosen = items[at % Math.max(1, items.length)];
  if (!chosen || !eventId) return undefined;
  const reply = await scene.person.call(eventCalls.detail, {
    params: { calendarId: scene.calendarId, eventId },
    query: { occurrenceId: chosen.occurrenceId },
  });
  return reply.value();
}

async function perform(scene: Scene, action: Action): Promise<void> {
  const { person, calendarId } = scene;
  switch (action.kind) {
    case 'create': {
      const reply = await person.call(eventCalls.create, {
        params: { calendarId },
        body: action.event,
      });
      expect([201, 422]).toContain(reply.status);
      if (reply.status === 201) scene.eventIds.add(reply.value().id);
      return;
    }
    case 'look':
      await listWindow(scene, addDays(base, action.inDays), 60);
      return;
    case 'night':
      await extendSeries(hub.db, addDaysToNow(action.inDays), newId);
      return;
    case 'change':
    case 'remove':
    case 'answer': {
      const chosen = await pickOccurrence(scene, action.which, action.at);
      if (chosen) await performOn(scene, chosen, action);
      return;
    }
    default:
      action satisfies never;
  }
}

async function performOn(
  scene: Scene,
  chosen: EventDetail,
  action: Extract<Action, { kind: 'change' | 'remove' | 'answer' }>,
): Promise<void> {
  const { person, calendarId } = scene;
  const { id: eventId, occurrenceId } = chosen;
  const params = { calendarId, eventId };
  const headers = { 'if-match': `"${chosen.version}"` };
  if (action.kind === 'answer') {
    const body = { answer: 'going' as const, guests: 0 };
    const sent = { params: { occurrenceId }, body };
    const isNew = chosen.rsvp.mine === null;
    expect((await person.call(rsvpCalls.answer, sent)).status).toBe(200);
    if (isNew) scene.answers += 1;
    return;
  }
  if (action.kind === 'remove') {
    const query = { scope: action.scope, occurrenceId };
    const preview = await person.call(eventCalls.consequences, { params, query });
    const reply = await person.call(eventCalls.remove, { params, query, headers });
    expect(reply.value().occurrences).toBe(preview.value().occurrences);
    return;
  }
  const body = toChangeBody(chosen, action.scope, action.change);
  const reply = await person.call(eventCalls.update, { params, body, headers });
  expect([200, 409, 422], reply.text).toContain(reply.status);
  if (reply.status !== 200) return;
  const after = reply.value();
  scene.eventIds.add(after.id);
  // The changed occurrence matches the edit exactly, unless it is no longer part of the series.
  if (after.occurrenceId !== occurrenceId) return;
  const { title, startDate, endDate, capacity } = body;
  expect(after).toMatchObject({ title, startDate, endDate, capacity });
}

function toChangeBody(chosen: EventDetail, scope: Scope, edit: Change) {
  const { title, description, location, categoryColor, rsvpClosesMinutesBefore } = chosen;
  const startDate = addMinutes(chosen.startDate, edit.days * 1_440 + edit.minutes);
  return {
    scope,
    occurrenceId: chosen.occurrenceId,
    title: edit.title ?? title,
    description,
    location,
    categoryColor,
    startDate,
    endDate: addMinutes(startDate, edit.durationMinutes),
    capacity: edit.capacity,
    rsvpClosesMinutesBefore,
    ...(edit.pattern === undefined ? {} : { recurrence: edit.pattern }),
  };
}

function addDaysToNow(days: number): Instant {
  return toInstant(Temporal.Instant.from(today).add({ hours: days * 24 }));
}

/** The expected occurrences in a window, computed from the start of each series. */
async function expectedIn(scene: Scene, startDate: Day, endDate: Day): Promise<string[]> {
  const events = await readEvents(hub.db, scene.person.chapterId, [...scene.eventIds]);
  const from: LocalDateTime = `${startDate}T00:00`;
  const to: LocalDateTime = `${addDays(endDate, 1)}T00:00`;
  const beyond = addDays(endDate, 800);
  return events
    .flatMap(({ id, series }) => {
      const window = { from: localToDay(series.start), to: beyond < lastDay ? beyond : lastDay };
      const originals = new Set([
        ...generateOriginalStarts(series, window),
        ...series.exceptions.keys(),
      ]);
      return [...originals].map((original) => ({ id, ...resolveOccurrence(series, original) }));
    })
    .filter(({ isCanceled }) => !isCanceled)
    .filter(({ start, end }) => start < to && (start >= from || end > from))
    .map(({ id, start, end, fields }) => `${start} ${end} ${fields.title} ${id}`)
    .sort();
}

async function check(scene: Scene, startDate: Day): Promise<void> {
  const days = 100;
  const shown = (await listWindow(scene, startDate, days)).map(
    (each) => `${each.localStart} ${each.localEnd} ${each.title} ${each.eventId}`,
  );
  const expected = await expectedIn(scene, startDate, addDays(startDate, days));
  expect(shown.toSorted()).toEqual(expected);
}

test(
  `a window shows the occurrences of the rules with exceptions applied (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        newEvent,
        fc.array(action, { minLength: 1, maxLength: 14 }),
        fc.array(fc.integer({ min: -100, max: 3_000 }), { minLength: 2, maxLength: 2 }),
        async (first, actions, windows) => {
          const scene = await newScene();
          await perform(scene, { kind: 'create', event: first });
          for (const each of actions) await perform(scene, each);
          for (const inDays of [0, 60, ...windows]) await check(scene, addDays(base, inDays));
          // No RSVP is ever lost, even if its occurrence was canceled.
          const answers = await hub.db
            .selectFrom('rsvp')
            .select('status')
            .where('chapter_id', '=', scene.person.chapterId)
            .execute();
          expect(answers.length).toBe(scene.answers);
        },
      ),
      { numRuns: sequences, seed },
    );
  },
  Math.max(600_000, sequences * 10_000),
);
