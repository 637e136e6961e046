/** The nightly jobs of events. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Instant, type LocalDateTime, toDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import type { EventDetail, NewEvent } from '../event.ts';
import { computeHorizon } from '../horizon.ts';
import { extendSeries } from './extend-series.ts';
import { maxOccurrencesOfChapter } from './occurrence-limit.ts';
import { rederiveInstants } from './rederive-instants.ts';
import { addOccurrences } from './testing/add-occurrences.ts';

const zone = 'America/Los_Angeles';
let hub: TestHub;
let maya: TestPerson;
let calendarId: Id<'calendar'>;
beforeAll(async () => {
  hub = await startTestHub();
  maya = await (await hub.chapter()).person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
});
afterAll(() => hub?.close());

const now = () => toInstant(Temporal.Now.instant());
const inDays = (days: number): Instant =>
  toInstant(Temporal.Now.instant().add({ hours: 24 * days }));

async function createEvent(
  recurrence: Partial<NonNullable<NewEvent['recurrence']>> | null,
  startDate: LocalDateTime = `${toDay(Temporal.Now.plainDateISO(zone).add({ days: 1 }))}T18:00`,
): Promise<EventDetail> {
  const body: NewEvent = {
    title: 'Coffee',
    description: '',
    location: '',
    startDate,
    endDate: startDate,
    categoryColor: '2563eb',
    recurrence: recurrence && {
      frequency: 'weekly',
      interval: 1,
      byDay: [],
      byMonthDay: [],
      bySetPosition: [],
      byMonth: [],
      weekStart: 'SU',
      endBy: null,
      count: null,
      ...recurrence,
    },
    capacity: null,
    maxGuests: 20,
    rsvpClosesMinutesBefore: null,
  };
  return (await maya.call(eventCalls.create, { params: { calendarId }, body })).value();
}

async function readRows(event: EventDetail) {
  return hub.db
    .selectFrom('event_occurrence')
    .selectAll()
    .where('event_id', '=', event.id)
    .orderBy('original_local_start')
    .execute();
}

async function readExpandedUntil(event: EventDetail) {
  const row = await hub.db
    .selectFrom('event')
    .select('expanded_until')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  return row.expanded_until;
}

test('each night a series is extended to 18 months ahead, and no occurrence is created twice', async () => {
  const event = await createEvent({});
  const before = await readRows(event);
  expect(await readExpandedUntil(event)).toBe(computeHorizon(now(), zone));
  const later = inDays(100);
  // Someone viewed a later date in between.
  const day = computeHorizon(inDays(60), zone);
  const query = { startDate: day, endDate: addDays(day, 27) };
  await maya.call(eventCalls.list, { params: { calendarId }, query });
  expect(await extendSeries(hub.db, later, newId)).toBeGreaterThan(8);
  expect(await extendSeries(hub.db, later, newId)).toBe(0);
  const after = await readRows(event);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(await readExpandedUntil(event)).toBe(computeHorizon(later, zone));
  const weeks = after.map(({ local_start }) =>
    Temporal.PlainDateTime.from(local_start).until(`${event.startDate}`).total('days'),
  );
  expect(weeks).toEqual(after.map((_, index) => -7 * index + 0));
});

test('a series is not extended beyond its end', async () => {
  const [counted, until] = [
    await createEvent({ count: 3 }),
    await createEvent({ endBy: toDay(Temporal.Now.plainDateISO(zone).add({ months: 20 })) }),
  ];
  expect(await readExpandedUntil(counted)).toBeNull();
  expect(await readExpandedUntil(until)).not.toBeNull();
  await extendSeries(hub.db, inDays(900), newId);
  expect(await readRows(counted)).toHaveLength(3);
  expect(await readExpandedUntil(until)).toBeNull();
  const last = (await readRows(until)).at(-1)?.local_start ?? '';
  expect(last <= `${Temporal.Now.plainDateISO(zone).add({ months: 20 }).toString()}T24`).toBe(true);
});

test('a series of a full chapter is extended only as far as there is room', {
  tags: ['all'],
}, async () => {
  const mia = await (await hub.chapter('Full')).person('Mia Full');
  const calendar = (await mia.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
  const start = `${toDay(Temporal.Now.plainDateISO(zone).add({ days: 1 }))}T18:00:00`;
  const create = async (more: object) => {
    const raw = JSON.stringify({ title: 'Walk', startDate: start, endDate: start, ...more });
    return (await mia.call(eventCalls.create, { params: { calendarId: calendar }, raw })).value();
  };
  const series = await create({ recurrence: { frequency: 'daily' } });
  const { occurrenceId } = await create({});
  const before = (await readRows(series)).length;
  await addOccurrences(hub.db, occurrenceId, 1, maxOccurrencesOfChapter - before - 1 - 7);
  await extendSeries(hub.db, inDays(30), newId);
  expect(await readRows(series)).toHaveLength(before + 7);
  await extendSeries(hub.db, inDays(60), newId);
  expect(await readRows(series)).toHaveLength(before + 7);
  expect(await readExpandedUntil(series)).toBe(addDays(computeHorizon(now(), zone), 7));
});

test('a deleted series is not extended', async () => {
  const event = await createEvent({});
  const params = { calendarId, eventId: event.id };
  await maya.call(eventCalls.remove, { params });
  await extendSeries(hub.db, inDays(400), newId);
  expect(await readRows(event)).toEqual([]);
});

test('after a time zone rule change, upcoming events keep their local time and past events their instant', async () => {
  const [upcoming, past] = [await createEvent(null), await createEvent(null, '2026-01-10T18:00')];
  // As if older time zone data had put both an hour later.
  await hub.db
    .updateTable('event_occurrence')
    .set(({ eb, val }) => ({
      starts_at: eb('starts_at', '+', val('1 hour') as never),
      ends_at: eb('ends_at', '+', val('1 hour') as never),
      time_zone_data: '2020a',
    }))
    .where('event_id', 'in', [upcoming.id, past.id])
    .execute();
  const derived = await rederiveInstants(hub.db, now());
  expect(derived).toBeGreaterThan(0);
  const [row] = await readRows(upcoming);
  expect([row?.local_start, row?.starts_at, row?.ends_at]).toEqual([
    upcoming.startDate,
    upcoming.startsAt,
    upcoming.endsAt,
  ]);
  const [pastRow] = await readRows(past);
  expect(pastRow?.starts_at).toBe('2026-01-11T03:00:00.000Z');
  expect(await rederiveInstants(hub.db, now())).toBe(0);
});
