/** The work of an import is bounded by what its file repeats, not by the number of its events. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { countStatements } from '#app/testing/count-statements.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../../contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { addOccurrences } from '../testing/add-occurrences.ts';
import { createSmallFileReader } from './read-import.ts';

let hub: TestHub;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  maya = await (await hub.chapter('San Diego')).person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
});

const formatCalendar = (events: number, start: string, ...more: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...Array.from({ length: events }, (_, n) => [
      'BEGIN:VEVENT',
      `UID:${n}`,
      `DTSTART:${start}T180000`,
      `SUMMARY:Walk ${n}`,
      ...more,
      'END:VEVENT',
    ]).flat(),
    'END:VCALENDAR',
  ].join('\r\n');

const importFile = (text: string, isDryRun: boolean) =>
  maya.call(feedCalls.import, {
    params: { calendarId },
    body: { text, isDryRun, includesPrivate: false },
  });

const countRows = async () => {
  const { rows } = await hub.db
    .selectFrom('event_occurrence')
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .where('calendar_id', '=', calendarId)
    .executeTakeFirstOrThrow();
  return Number(rows);
};

test.each([
  ['counted', 'RRULE:FREQ=DAILY;COUNT=9990', 'EXDATE:20010205T180000'],
  ['of months that rarely match', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=1;COUNT=59'],
])('a file of long series, %s, is refused before they all are walked', async (_, ...rule) => {
  const refused = await importFile(formatCalendar(60, '20010201', ...rule), true);
  expect(refused.status).toBe(422);
  expect(refused.refusal()).toMatchObject({ code: 'too_many_events', field: 'text' });
  expect(refused.refusal().message).toMatch(/^The events up to “Walk \d+” repeat for too long/);
});

test('walking is charged to the member who sends a file of long series', async () => {
  const charged: number[] = [];
  const reading = {
    db: hub.db,
    caller: maya,
    chargeRows: (rows: number) => void charged.push(rows),
  };
  const long = formatCalendar(
    60,
    '20010201',
    'RRULE:FREQ=DAILY;COUNT=9990',
    'EXDATE:20010205T180000',
  );
  const files = createSmallFileReader();
  onTestFinished(() => files.close());
  expect((await files.read(reading, calendarId, long)).ok).toBe(false);
  expect((await files.read(reading, calendarId, formatCalendar(1, '20270201'))).ok).toBe(true);
  // A quarter of what a member may cost in a minute, and nothing.
  expect(charged).toEqual([expect.closeTo(13_400, -3), 0]);
});

test('while files of long series are read, the server does other things', async () => {
  const files = createSmallFileReader();
  onTestFinished(() => files.close());
  const reading = { db: hub.db, caller: maya, chargeRows: () => {} };
  const long = formatCalendar(60, '20010201', 'RRULE:FREQ=DAILY;COUNT=3000');
  // Starts the thread, which takes a moment of the server's.
  await files.read(reading, calendarId, formatCalendar(1, '20270201'));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 5);
  onTestFinished(() => clearInterval(counting));
  const begun = performance.now();
  const replies = await Promise.allSettled(
    Array.from({ length: 7 }, () => files.read(reading, calendarId, long)),
  );
  const took = performance.now() - begun;
  // Were they read here, no timer would have fired meanwhile.
  expect(turns).toBeGreaterThan(Math.min(10, took / 50));
  // One is read and four wait; more may be sent away.
  expect(replies.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(5);
});

test('a file is read before a transaction is opened', async () => {
  const [tooLong, short] = [
    formatCalendar(60, '20010201', 'RRULE:FREQ=DAILY;COUNT=9990', 'EXDATE:20010205T180000'),
    formatCalendar(1, '20270201'),
  ];
  const begun = (text: string) => countStatements(hub, () => importFile(text, true), 'begin');
  expect(await begun(tooLong)).toBe(0);
  expect(await begun(short)).toBe(1);
});

test('a file with more occurrences than one request may write is refused whole', {
  tags: ['all'],
}, async () => {
  const start = Temporal.Now.plainDateISO().subtract({ years: 12 }).toString().replaceAll('-', '');
  const refused = await importFile(formatCalendar(5, start, 'RRULE:FREQ=DAILY'), false);
  expect(refused.refusal()).toMatchObject({ code: 'too_many_events', field: 'text' });
  expect(refused.refusal().message).toMatch(/^The events up to “Walk 4” have more than 20,000/);
  expect(await countRows()).toBe(0);
  const { items } = (await importFile(formatCalendar(4, start, 'RRULE:FREQ=DAILY'), false)).value();
  expect(items.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new', 'new']);
});

test('a full chapter takes no more series, from a form or a file, but single events', {
  tags: ['all'],
}, async () => {
  const [day, time] = [Temporal.Now.plainDateISO().toString(), 'T18:00:00'];
  const event = { title: 'Walk', startDate: day + time, endDate: day + time };
  const create = (more: object) =>
    maya.call(eventCalls.create, {
      params: { calendarId },
      raw: JSON.stringify({ ...event, ...more }),
    });
  const { occurrenceId } = (await create({})).value();
  await addOccurrences(hub.db, occurrenceId, 1, 199_990);
  const recurrence = { frequency: 'daily', count: 10 };
  const full = (await create({ recurrence })).refusal();
  expect(full).toMatchObject({ code: 'calendar_full', field: 'recurrence' });
  expect(full.message).toMatch(/Delete events that are no longer needed/);
  expect((await create({ recurrence: { ...recurrence, count: 4 } })).status).toBe(201);
  expect((await create({})).status).toBe(201);
  const file = formatCalendar(2, day.replaceAll('-', ''), 'RRULE:FREQ=DAILY;COUNT=3');
  const { items } = (await importFile(file, true)).value();
  expect(items.map(({ outcome }) => outcome)).toEqual(['new', 'refused']);
  expect(await countRows()).toBe(199_996);
});

test('thirty weekly series of ten years with exceptions are read', async () => {
  const start = Temporal.Now.plainDateISO().subtract({ years: 10 }).toString().replaceAll('-', '');
  const weekly = formatCalendar(30, start, 'RRULE:FREQ=WEEKLY', `EXDATE:${start}T180000`);
  const { items } = (await importFile(weekly, true)).value();
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['new']));
  expect(await countRows()).toBe(0);
});
