/** A file with one date of a series alone: of one that is here it changes that date. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../../contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  maya = await chapter.person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
  await importFile(formatFile([], 'SEQUENCE:2', `DTSTART:${compact(0)}T180000`, weekly));
});

const day = (weeks: number) => Temporal.Now.plainDateISO().add({ months: 1, weeks }).toString();
const compact = (weeks: number) => day(weeks).replaceAll('-', '');
const weekly = 'RRULE:FREQ=WEEKLY;COUNT=4';

const formatFile = (head: string[], ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...head,
    'BEGIN:VEVENT',
    'UID:forum@example.org',
    'DURATION:PT2H',
    'SUMMARY:Forum',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

const formatDate = (weeks: number, ...more: string[]) =>
  formatFile([], `RECURRENCE-ID:${compact(weeks)}T180000`, ...more);

const importFile = (text: string, isDryRun = false) =>
  maya.call(feedCalls.import, {
    params: { calendarId },
    body: { text, isDryRun, includesPrivate: false },
  });

/** What the preview and then the import say, which must be the same. */
async function importTwice(text: string) {
  const [preview, done] = [await importFile(text, true), await importFile(text)].map((reply) =>
    reply.value().items.map(({ outcome, reason }) => ({ outcome, reason })),
  );
  expect(done).toEqual(preview);
  return done?.[0];
}

async function listStarts() {
  const query = { startDate: day(0), endDate: day(8) };
  const { items } = (await maya.call(eventCalls.list, { params: { calendarId }, query })).value();
  return items.map(({ localStart }) => localStart);
}

test('the preview of a date alone says what it changes', async () => {
  const text = formatDate(1, 'SEQUENCE:2', `DTSTART:${compact(1)}T190000`, 'LOCATION:Pier');
  const [item] = (await importFile(text, true)).value().items;
  expect(item?.changes?.map(({ name }) => name)).toEqual(['When', 'Location']);
});

const starts = (...weeks: number[]) => weeks.map((each) => `${day(each)}T18:00`);

test.each([
  ['STATUS:CANCELLED', formatDate(1, 'SEQUENCE:2', 'STATUS:CANCELLED')],
  [
    'METHOD:CANCEL',
    formatFile(['METHOD:CANCEL'], 'SEQUENCE:3', `RECURRENCE-ID:${compact(1)}T180000`),
  ],
  [
    'a day',
    formatFile([], 'SEQUENCE:2', 'STATUS:CANCELLED', `RECURRENCE-ID;VALUE=DATE:${compact(1)}`),
  ],
])('a date that a file cancels alone, by %s, is canceled in its series', async (_, text) => {
  expect(await importTwice(text)).toEqual({ outcome: 'canceled', reason: null });
  expect(await listStarts()).toEqual(starts(0, 2, 3));
  expect(await importTwice(text)).toEqual({ outcome: 'unchanged', reason: null });
  // The file of the whole series, which is not newer, does not bring it back.
  const whole = formatFile([], 'SEQUENCE:2', `DTSTART:${compact(0)}T180000`, weekly);
  expect(await importTwice(whole)).toEqual({ outcome: 'unchanged', reason: null });
  expect(await listStarts()).toEqual(starts(0, 2, 3));
});

test('a date that a file moves alone moves in its series, and keeps who comes', async () => {
  const query = { startDate: day(1), endDate: day(1) };
  const list = async () =>
    (await maya.call(eventCalls.list, { params: { calendarId }, query })).value().items[0];
  const occurrenceId = (await list())?.occurrenceId ?? testId('');
  const body = { answer: 'going' as const, guests: 0 };
  (await maya.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
  const moved = formatDate(1, 'SEQUENCE:3', `DTSTART:${compact(1)}T190000`);
  expect(await importTwice(moved)).toEqual({ outcome: 'updated', reason: null });
  expect(await list()).toMatchObject({ occurrenceId, localStart: `${day(1)}T19:00` });
  const shown = await maya.call(eventCalls.detail, {
    params: { calendarId, eventId: (await list())?.eventId ?? testId('') },
    query: { occurrenceId },
  });
  expect(shown.value().rsvp.mine).toMatchObject({ answer: 'going' });
  expect(await listStarts()).toHaveLength(4);
  expect(await importTwice(moved)).toEqual({ outcome: 'unchanged', reason: null });
  const older = formatDate(1, 'SEQUENCE:2', `DTSTART:${compact(1)}T170000`);
  expect(await importTwice(older)).toEqual({
    outcome: 'refused',
    reason: 'Older than what was imported before',
  });
  // Canceled and, by a newer file, on again.
  await importFile(formatDate(1, 'SEQUENCE:4', 'STATUS:CANCELLED'));
  expect(await listStarts()).toEqual(starts(0, 2, 3));
  const back = formatDate(1, 'SEQUENCE:5', `DTSTART:${compact(1)}T180000`);
  expect(await importTwice(back)).toEqual({ outcome: 'updated', reason: null });
  expect(await listStarts()).toEqual(starts(0, 1, 2, 3));
});

test('a date that a newer file brings back is free of who was removed meanwhile', async () => {
  const [admin, leaver] = [
    await chapter.person('Ida Admin', 'admin'),
    await chapter.person('Leo Leaver'),
  ];
  const query = { startDate: day(1), endDate: day(1) };
  const list = async () =>
    (await maya.call(eventCalls.list, { params: { calendarId }, query })).value().items[0];
  const occurrenceId = (await list())?.occurrenceId ?? testId('');
  const body = { answer: 'going' as const, guests: 0 };
  (await leaver.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
  await importFile(formatDate(1, 'SEQUENCE:3', 'STATUS:CANCELLED'));
  const removed = await admin.call(membershipCalls.changeStatus, {
    params: { memberId: leaver.memberId },
    body: { status: 'removed' },
  });
  expect(removed.status).toBe(200);
  await importFile(formatDate(1, 'SEQUENCE:4', `DTSTART:${compact(1)}T180000`));
  expect(await list()).toMatchObject({ occurrenceId });
  const { rsvp } = (await maya.call(rsvpCalls.answers, { params: { occurrenceId } })).value();
  expect(rsvp).toMatchObject({ going: 0, isOpen: true });
});

test('a date that the series does not have, and an older cancellation, change nothing', async () => {
  const unknown = formatDate(7, 'SEQUENCE:3', 'STATUS:CANCELLED');
  expect(await importTwice(unknown)).toEqual({
    outcome: 'refused',
    reason: 'Changes a date that its series does not have here',
  });
  const older = formatDate(1, 'SEQUENCE:1', 'STATUS:CANCELLED');
  expect((await importTwice(older))?.outcome).toBe('refused');
  const following = formatFile(
    [],
    'SEQUENCE:3',
    'STATUS:CANCELLED',
    `RECURRENCE-ID;RANGE=THISANDFUTURE:${compact(1)}T180000`,
  );
  expect((await importTwice(following))?.outcome).toBe('refused');
  expect(await listStarts()).toEqual(starts(0, 1, 2, 3));
});

test('dates of a long series given alone have a limit of work', async () => {
  const begin = Temporal.Now.plainDateISO().subtract({ years: 12 }).toString().replaceAll('-', '');
  const long = (lines: string) =>
    ['BEGIN:VEVENT', 'UID:long', 'SUMMARY:Walk', lines, 'END:VEVENT'].join('\r\n');
  const wrap = (events: string[]) => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n');
  await importFile(wrap([long(`DTSTART:${begin}T180000\r\nRRULE:FREQ=DAILY`)]));
  const dates = Array.from({ length: 5 }, (_, n) =>
    long(`RECURRENCE-ID:${compact(n)}T180000\r\nSTATUS:CANCELLED`),
  );
  expect((await importFile(wrap(dates), true)).refusal()).toMatchObject({
    code: 'too_many_events',
  });
  expect((await importFile(wrap(dates.slice(0, 3)))).value().items).toHaveLength(3);
});
