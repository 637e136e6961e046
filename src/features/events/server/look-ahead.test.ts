/** What looking far ahead may add, and what it costs. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { type Day, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import { extendWindow, maxSeriesOfWindow } from './extend-series.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

const today = Temporal.Now.plainDateISO('America/Los_Angeles');
const farYear = today.year + 4;
const window = (last: Day = `${farYear}-12-31` as Day) => ({
  startDate: `${farYear}-01-01` as Day,
  endDate: last,
});

/** A chapter with one series that goes on. */
async function createScene(name: string, frequency: string) {
  const chapter = await hub.chapter(name);
  const person = await chapter.person('Maya Chen');
  const calendarId = (await person.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
  const start = `${toDay(today.add({ days: 1 }))}T18:00:00`;
  const raw = JSON.stringify({
    title: 'Walk',
    startDate: start,
    endDate: start,
    recurrence: { frequency },
  });
  const event = (await person.call(eventCalls.create, { params: { calendarId }, raw })).value();
  const countRows = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::integer as count from hub.event_occurrence where event_id = ${event.id}
      `.execute(hub.db)
    ).rows[0]?.count ?? 0;
  const calendars = { chapterId: chapter.id, calendarIds: [calendarId] };
  return { person, calendarId, event, calendars, countRows };
}

const list = (person: TestPerson, calendarId: Id<'calendar'>) =>
  person.call(eventCalls.list, { params: { calendarId }, query: window() });

test('the member who looks pays for the rows that it makes, once', async () => {
  const { calendars, countRows } = await createScene('Pays', 'daily');
  const before = await countRows();
  const charged: number[] = [];
  const looking = { newId, chargeRows: (rows: number) => void charged.push(rows) };
  for (const _ of ['first', 'again']) {
    expect((await extendWindow(hub.db, calendars, window(), looking)).ok).toBe(true);
  }
  const made = (await countRows()) - before;
  expect(made).toBeGreaterThanOrEqual(365);
  expect(charged).toEqual([made]);
});

test('looking adds no more rows than the chapter has room for', async () => {
  const { calendars, countRows } = await createScene('Room', 'daily');
  const before = await countRows();
  const looking = { newId, chargeRows: () => undefined, maxRows: before + 31 };
  const refused = await extendWindow(hub.db, calendars, window(), looking);
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'window_too_far' } });
  expect(await countRows()).toBe(before);
  const january = window(`${farYear}-01-31` as Day);
  expect((await extendWindow(hub.db, calendars, january, looking)).ok).toBe(true);
  expect(await countRows()).toBe(before + 31);
});

test('a window that too many series might reach is refused before they are read', {
  tags: ['all'],
}, async () => {
  const { person, calendarId, event } = await createScene('Series', 'yearly');
  const copy = (count: number) =>
    sql`
      insert into hub.event
      select (jsonb_populate_record(null::hub.event, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid()))).*
      from hub.event e, generate_series(1, ${count}::integer)
      where e.id = ${event.id}
    `.execute(hub.db);
  await copy(maxSeriesOfWindow - 1);
  expect((await list(person, calendarId)).value().items).toHaveLength(maxSeriesOfWindow);
  await copy(1);
  const refused = await list(person, calendarId);
  expect([refused.status, refused.refusal().code]).toEqual([422, 'window_too_far']);
  const near = { startDate: toDay(today), endDate: toDay(today.add({ days: 30 })) };
  const seen = await person.call(eventCalls.list, { params: { calendarId }, query: near });
  expect(seen.value().items).toHaveLength(1);
});
