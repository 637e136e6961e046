/** What happens to series while nobody looks. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Instant, type LocalDateTime, toDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import type { EventDetail, NewEvent } from '../event.ts';
import { horizonOf } from '../horizon.ts';
import { extendSeries } from './extension.ts';
import { deriveInstantsAgain } from './zone-rules.ts';

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

async function make(
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
      byMonth: [],
      weekStart: 'SU',
      endBy: null,
      count: null,
      ...recurrence,
    },
    capacity: null,
    rsvpClosesMinutesBefore: null,
  };
  return (await maya.call(eventCalls.create, { params: { calendarId }, body })).value();
}

async function rowsOf(event: EventDetail) {
  return hub.db
    .selectFrom('event_occurrence')
    .selectAll()
    .where('event_id', '=', event.id)
    .orderBy('original_local_start')
    .execute();
}

async function untilOf(event: EventDetail) {
  const row = await hub.db
    .selectFrom('event')
    .select('expanded_until')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  return row.expanded_until;
}

test('each night a series reaches 18 months ahead again, and no occurrence is made twice', async () => {
  const event = await make({});
  const before = await rowsOf(event);
  expect(await untilOf(event)).toBe(horizonOf(now(), zone));
  const later = inDays(100);
  // Somebody looked further ahead in between.
  const day = horizonOf(inDays(60), zone);
  const query = { startDate: day, endDate: addDays(day, 27) };
  await maya.call(eventCalls.list, { params: { calendarId }, query });
  expect(await extendSeries(hub.db, later, newId)).toBeGreaterThan(8);
  expect(await extendSeries(hub.db, later, newId)).toBe(0);
  const after = await rowsOf(event);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(await untilOf(event)).toBe(horizonOf(later, zone));
  const weeks = after.map(({ local_start }) =>
    Temporal.PlainDateTime.from(local_start).until(`${event.startDate}`).total('days'),
  );
  expect(weeks).toEqual(after.map((_, index) => -7 * index + 0));
});

test('a series that reached its end is left alone, one until a day ends there', async () => {
  const [counted, until] = [
    await make({ count: 3 }),
    await make({ endBy: toDay(Temporal.Now.plainDateISO(zone).add({ months: 20 })) }),
  ];
  expect(await untilOf(counted)).toBeNull();
  expect(await untilOf(until)).not.toBeNull();
  await extendSeries(hub.db, inDays(900), newId);
  expect(await rowsOf(counted)).toHaveLength(3);
  expect(await untilOf(until)).toBeNull();
  const last = (await rowsOf(until)).at(-1)?.local_start ?? '';
  expect(last <= `${Temporal.Now.plainDateISO(zone).add({ months: 20 }).toString()}T24`).toBe(true);
});

test('what is deleted is extended no more', async () => {
  const event = await make({});
  const params = { calendarId, eventId: event.id };
  await maya.call(eventCalls.remove, { params });
  await extendSeries(hub.db, inDays(400), newId);
  expect(await rowsOf(event)).toEqual([]);
});

test('where the rules of a zone changed, what is to come keeps its wall time, what is over its instant', async () => {
  const [coming, over] = [await make(null), await make(null, '2026-01-10T18:00')];
  // As zone data would have said by which both were an hour later.
  await hub.db
    .updateTable('event_occurrence')
    .set(({ eb, val }) => ({
      starts_at: eb('starts_at', '+', val('1 hour') as never),
      ends_at: eb('ends_at', '+', val('1 hour') as never),
      time_zone_data: '2020a',
    }))
    .where('event_id', 'in', [coming.id, over.id])
    .execute();
  const derived = await deriveInstantsAgain(hub.db, now());
  expect(derived).toBeGreaterThan(0);
  const [row] = await rowsOf(coming);
  expect([row?.local_start, row?.starts_at, row?.ends_at]).toEqual([
    coming.startDate,
    coming.startsAt,
    coming.endsAt,
  ]);
  const [past] = await rowsOf(over);
  expect(past?.starts_at).toBe('2026-01-11T03:00:00.000Z');
  expect(await deriveInstantsAgain(hub.db, now())).toBe(0);
});
