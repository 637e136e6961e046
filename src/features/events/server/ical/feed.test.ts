import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../../contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { formatOccurrenceFile } from '../../ical/add-to-calendar.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { toChange } from '../testing/series-scene.ts';

let hub: TestHub;
let chapter: TestChapter;
let admin: TestPerson;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  admin = await chapter.person('Ana Admin', 'admin');
  maya = await chapter.person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
});

const nextMonth: Day = toDay(Temporal.Now.plainDateISO().add({ months: 1 }));

async function addEvent(title: string, more: object = {}) {
  const raw = JSON.stringify({
    title,
    startDate: `${nextMonth}T18:00:00`,
    endDate: `${nextMonth}T20:00:00`,
    ...more,
  });
  return (await maya.call(eventCalls.create, { params: { calendarId }, raw })).value();
}

const subscribe = async (person = maya) => (await person.call(feedCalls.create)).value().path;
const get = (path: string, headers: Record<string, string> = {}) =>
  hub.request({ url: `/api${path}`, headers });

test('anyone with the secret reads the chapter’s events, and an unchanged feed gets 304', async () => {
  await addEvent('Summer Forum');
  await (await hub.chapter('Elsewhere')).person('Eve Else');
  const path = await subscribe();
  expect(path).toMatch(/^\/calendar-feeds\/[\w-]{86}\.ics$/);
  const first = await get(path);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(first.body).toContain('SUMMARY:Summer Forum\r\n');
  expect(first.body).toContain('X-WR-CALNAME:San Diego chapter\r\n');
  const etag = String(first.headers.etag);
  expect((await get(path, { 'if-none-match': `W/${etag}` })).statusCode).toBe(304);
  expect((await get(`${path}?nocache=1&nocache=2`)).body).toBe(first.body);
  await addEvent('Winter Forum');
  const later = await get(path, { 'if-none-match': etag });
  expect([later.statusCode, later.body.includes('Winter Forum')]).toEqual([200, true]);
});

test('a feed is compressed for those who take it, and an unchanged one gets 304 all the same', async () => {
  await addEvent('Summer Forum');
  const path = await subscribe();
  const plain = await get(path);
  for (const [encoding, expand] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const small = await get(path, { 'accept-encoding': encoding });
    expect(small.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(expand(small.rawPayload).toString()).toBe(plain.body);
    const etag = String(small.headers.etag);
    expect(etag).toBe(`W/${plain.headers.etag}`);
    const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
  }
});

const readModified = async (path: string) =>
  /LAST-MODIFIED:(\d+T\d+Z)/.exec((await get(path)).body)?.[1] ?? '';

test('an answer, and a spot that becomes free, move LAST-MODIFIED in the feed of whom they concern', {
  tags: ['all'],
}, async () => {
  const forum = await addEvent('Forum', { capacity: 1 });
  const params = { occurrenceId: forum.occurrenceId };
  const [mine, theirs] = [await subscribe(maya), await subscribe(admin)];
  const created = await readModified(mine);
  const answer = async (person: TestPerson, to: 'going' | 'not-going') => {
    // The feed has whole seconds.
    await setTimeout(1_100);
    (await person.call(rsvpCalls.answer, { params, body: { answer: to, guests: 0 } })).value();
  };
  await answer(admin, 'going');
  expect(await readModified(mine)).toBe(created);
  await answer(maya, 'going');
  const waiting = await readModified(mine);
  expect(waiting > created).toBe(true);
  const before = await readModified(theirs);
  await answer(admin, 'not-going');
  expect((await get(mine)).body).toContain('X-CHAPTER-HUB-RSVP:GOING');
  expect((await readModified(mine)) > waiting).toBe(true);
  expect((await readModified(theirs)) > before).toBe(true);
});

const readSequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);

async function showSecond(eventId: Id<'event'>) {
  const query = { occurrenceId: (await listEvents())[1]?.occurrenceId };
  return (await maya.call(eventCalls.detail, { params: { calendarId, eventId }, query })).value();
}

async function changeSecond(eventId: Id<'event'>, scope: string, more: object) {
  const { occurrenceId, title, description, location, categoryColor, ...shown } =
    await showSecond(eventId);
  const { startDate, endDate, capacity, rsvpClosesMinutesBefore } = shown;
  const kept = { title, description, location, categoryColor, capacity, rsvpClosesMinutesBefore };
  const times = { startDate: `${startDate}:00`, endDate: `${endDate}:00` };
  const raw = JSON.stringify({ ...kept, ...times, occurrenceId, scope, ...more });
  return (await maya.call(eventCalls.update, { params: { calendarId, eventId }, raw })).value();
}

const startAt = (time: string) => ({
  startDate: `${Temporal.PlainDate.from(nextMonth).add({ weeks: 1 }).toString()}T${time}:00`,
});

test('a new time, rule or canceled date raises SEQUENCE in the feed and the file, an answer does not', async () => {
  const { id } = await addEvent('Forum', { recurrence: { frequency: 'weekly', count: 6 } });
  const path = await subscribe();
  const read = async () => [
    readSequence((await get(path)).body),
    readSequence(formatOccurrenceFile(await showSecond(id))),
  ];
  const seen = [await read()];
  const params = { occurrenceId: (await showSecond(id)).occurrenceId };
  (await maya.call(rsvpCalls.answer, { params, body: { answer: 'going', guests: 0 } })).value();
  expect(await read()).toEqual(seen[0]);
  await changeSecond(id, 'one', startAt('19:00'));
  seen.push(await read());
  await changeSecond(id, 'all', { recurrence: { frequency: 'weekly', count: 5 } });
  seen.push(await read());
  const query = { scope: 'one' as const, occurrenceId: (await listEvents())[2]?.occurrenceId };
  (await maya.call(eventCalls.remove, { params: { calendarId, eventId: id }, query })).value();
  seen.push(await read());
  expect(seen).toEqual([1, 2, 3, 4].map((sequence) => [sequence, sequence]));
});

test('SEQUENCE of a date does not fall when it and those that follow become an event of their own', async () => {
  const { id } = await addEvent('Forum', { recurrence: { frequency: 'weekly', count: 4 } });
  const before = await changeSecond(id, 'one', startAt('19:00'));
  const after = await changeSecond(id, 'following', startAt('19:30'));
  expect([after.id === id, after.occurrenceId === before.occurrenceId]).toEqual([false, true]);
  const [older, newer] = [before, after].map(formatOccurrenceFile).map(readSequence);
  expect(newer).toBeGreaterThan(older ?? 0);
});

test('a night of a clock change is listed by itself, in UTC', async () => {
  const change = Temporal.Now.zonedDateTimeISO('America/Los_Angeles').getTimeZoneTransition('next');
  const night = change?.toPlainDate().subtract({ days: 1 });
  if (!night) throw new Error('no clock change');
  await addEvent('Vigil', {
    startDate: `${night.subtract({ days: 7 }).toString()}T22:00:00`,
    endDate: `${night.subtract({ days: 6 }).toString()}T03:30:00`,
    recurrence: { frequency: 'weekly', count: 3 },
  });
  const { body } = await get(await subscribe());
  const utc = (day: Temporal.PlainDate, time: string) =>
    `${day.toZonedDateTime({ timeZone: 'America/Los_Angeles', plainTime: time }).toInstant().toString().replaceAll(/[-:]/g, '')}`;
  const original = `${night.toString().replaceAll('-', '')}T220000`;
  const [changed] = body.split('BEGIN:VEVENT').filter((part) => part.includes('RECURRENCE-ID'));
  expect(changed).toContain(`RECURRENCE-ID;TZID=America/Los_Angeles:${original}`);
  expect(changed).toContain(`DTSTART:${utc(night, '22:00')}`);
  expect(changed).toContain(`DTEND:${utc(night.add({ days: 1 }), '03:30')}`);
  expect(body.match(/RECURRENCE-ID/g)).toHaveLength(1);
  expect(await outcomes(body)).toEqual(['unchanged']);
});

test('a series that begins in an hour that the clocks skip is given in two parts, and is no news when it comes back', async () => {
  const change = Temporal.Now.zonedDateTimeISO('America/Los_Angeles').getTimeZoneTransition('next');
  const gap = [change, change?.getTimeZoneTransition('next')].find(
    (each) => each && each.offsetNanoseconds > each.subtract({ hours: 1 }).offsetNanoseconds,
  );
  const day = gap?.toPlainDate().toString() ?? '';
  await addEvent('Vigil', {
    startDate: `${day}T02:30:00`,
    endDate: `${day}T03:30:00`,
    recurrence: { frequency: 'daily', count: 3 },
  });
  const { body } = await get(await subscribe());
  expect(body.match(/^UID:.*$/gm)?.map((line) => line.replace(/UID:[\da-f-]{36}/, ''))).toEqual([
    '-first@chapter-hub',
    '@chapter-hub',
  ]);
  const utc = `${day.replaceAll('-', '')}T1`;
  expect(body).toContain(`DTSTART:${utc}03000Z\r\nDTEND:${utc}13000Z`);
  expect(body).toMatch(/RRULE:FREQ=DAILY;.*COUNT=2\r/);
  expect(await outcomes(body)).toEqual(['unchanged', 'unchanged']);
});

test('a feed has only its member’s RSVPs, and shows canceled events that the member was going to', async () => {
  const forum = await addEvent('Forum');
  const params = { occurrenceId: forum.occurrenceId };
  const body = { answer: 'going' as const, guests: 1 };
  expect((await maya.call(rsvpCalls.answer, { params, body })).status).toBe(200);
  const [mine, theirs] = [await subscribe(maya), await subscribe(admin)];
  expect((await get(mine)).body).toContain('X-CHAPTER-HUB-RSVP:GOING');
  expect((await get(theirs)).body).not.toContain('RSVP');
  expect((await get(theirs)).body).not.toContain('Maya');
  const gone = { calendarId, eventId: forum.id };
  expect((await maya.call(eventCalls.remove, { params: gone })).status).toBe(200);
  expect((await get(mine)).body).toMatch(/SUMMARY:Forum[\s\S]*STATUS:CANCELLED/);
  expect((await get(theirs)).body).not.toContain('Forum');
});

test('an address stops working when it is revoked or replaced, or its member is disabled or removed', async () => {
  expect((await maya.call(feedCalls.detail)).value().createdAt).toBeNull();
  const first = await subscribe();
  const second = await subscribe();
  expect((await maya.call(feedCalls.detail)).value().createdAt).not.toBeNull();
  expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
  expect((await maya.call(feedCalls.revoke)).status).toBe(204);
  expect((await maya.call(feedCalls.revoke)).status).toBe(204);
  expect((await get(second)).statusCode).toBe(404);

  const third = await subscribe();
  const params = { memberId: maya.memberId };
  for (const status of ['disabled', 'active', 'removed'] as const) {
    (await admin.call(membershipCalls.changeStatus, { params, body: { status } })).value();
    expect([status, (await get(third)).statusCode]).toEqual([
      status,
      status === 'active' ? 200 : 404,
    ]);
  }
  // A member who returns starts without a feed.
  await hub.db
    .updateTable('member')
    .set({ status: 'active' })
    .where('id', '=', maya.memberId)
    .execute();
  expect((await get(third)).statusCode).toBe(404);
  const fourth = await subscribe(admin);
  const kept = await hub.db.selectFrom('calendar_feed').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(fourth.slice(16, -4));
});

test('a secret with one wrong letter, or mixed with another member’s, gets 404', async () => {
  const path = await subscribe();
  const changed = path.replace(/(.)\.ics$/, (_, last: string) => `${last === 'A' ? 'Q' : 'A'}.ics`);
  const other = await subscribe(admin);
  const mixed = path.slice(0, 58) + other.slice(58);
  for (const wrong of [changed, mixed, '/calendar-feeds/x.ics', path.replace('.ics', '')]) {
    expect((await get(wrong)).statusCode).toBe(404);
  }
});

const wrapCalendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const walkEvent = (more: string[] = [], uid = 'walk@example.org') => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART:${nextMonth.replaceAll('-', '')}T100000`,
  'DURATION:PT2H',
  'SUMMARY:Walk',
  ...more,
  'END:VEVENT',
];

async function importFile(text: string, isDryRun = false, person = maya) {
  const body = { text, isDryRun, includesPrivate: false };
  return person.call(feedCalls.import, { params: { calendarId }, body });
}

const outcomes = async (text: string, isDryRun = false) =>
  (await importFile(text, isDryRun)).value().items.map(({ outcome }) => outcome);

async function listEvents() {
  const until = Temporal.PlainDate.from(nextMonth).add({ days: 60 }).toString();
  const query = { startDate: nextMonth, endDate: until };
  return (await maya.call(eventCalls.list, { params: { calendarId }, query })).value().items;
}

test('a dry run reports what an import would do without doing it, and the import is idempotent', async () => {
  const text = wrapCalendar(
    ...walkEvent(),
    ...walkEvent(['RRULE:FREQ=WEEKLY;COUNT=3'], 'weekly@example.org'),
  );
  expect(await outcomes(text, true)).toEqual(['new', 'new']);
  expect(await listEvents()).toHaveLength(0);
  expect(await outcomes(text)).toEqual(['new', 'new']);
  expect(await listEvents()).toHaveLength(4);
  expect(await outcomes(text, true)).toEqual(['unchanged', 'unchanged']);
  expect(await outcomes(text)).toEqual(['unchanged', 'unchanged']);
  const moved = text.replaceAll('SUMMARY:Walk', 'SUMMARY:Long walk');
  expect(await outcomes(moved)).toEqual(['updated', 'updated']);
  expect(new Set((await listEvents()).map(({ title }) => title))).toEqual(new Set(['Long walk']));
  const actions = await hub.db
    .selectFrom('audit')
    .select('action')
    .where('chapter_id', '=', chapter.id)
    .where('entity_kind', '=', 'event')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'event.create',
    'event.create',
    'event.update',
    'event.update',
  ]);
});

test('a preview says what a file changes, before and after', async () => {
  const text = wrapCalendar(...walkEvent(['LOCATION:Pier']));
  const weekly = ['RRULE:FREQ=WEEKLY;COUNT=3'];
  const series = wrapCalendar(...walkEvent(weekly, 'weekly@example.org'));
  for (const file of [text, series]) await importFile(file);
  const changesOf = async (file: string) => {
    const { items } = (await importFile(file, true)).value();
    return items.flatMap(({ changes = [] }) =>
      changes.map(({ name, before, after }) => [name, before, after]),
    );
  };
  expect(await changesOf(text)).toEqual([]);
  const when = (times: string) => expect.stringMatching(new RegExp(`, ${times}$`));
  const moved = text.replace('T100000', 'T113000').replace('Pier', 'Harbor');
  expect(await changesOf(moved)).toEqual([
    ['When', when('10:00 AM – 12:00 PM'), when('11:30 AM – 1:30 PM')],
    ['Location', 'Pier', 'Harbor'],
  ]);
  const first = nextMonth.replaceAll('-', '');
  const shorter = series.replace('COUNT=3', `COUNT=2\r\nEXDATE:${first}T100000`);
  expect(await changesOf(shorter)).toEqual([
    ['Recurrence', 'Every week for 3 occurrences', 'Every week for 2 occurrences'],
    [expect.any(String), null, 'Canceled'],
  ]);
});

test('an updated event keeps its id and RSVPs, even if it moves', async () => {
  await importFile(wrapCalendar(...walkEvent()));
  const [before] = await listEvents();
  const params = { occurrenceId: before?.occurrenceId ?? testId('') };
  const body = { answer: 'going' as const, guests: 0 };
  expect((await maya.call(rsvpCalls.answer, { params, body })).status).toBe(200);
  await importFile(wrapCalendar(...walkEvent()).replace('T100000', 'T113000'));
  const [after] = await listEvents();
  expect(after).toMatchObject({
    occurrenceId: before?.occurrenceId,
    localStart: `${nextMonth}T11:30`,
    localEnd: `${nextMonth}T13:30`,
  });
});

test('unsupported events are reported one by one, and the others are imported', async () => {
  const text = wrapCalendar(
    ...walkEvent(),
    ...walkEvent(['RRULE:FREQ=SECONDLY'], 'a'),
    ...walkEvent(['RRULE:FREQ=DAILY;BYSETPOS=1'], 'b'),
    ...walkEvent(['EXRULE:FREQ=DAILY'], 'c'),
    ...walkEvent(['STATUS:CANCELLED'], 'd'),
    ...walkEvent(['CLASS:PRIVATE'], 'e'),
    'BEGIN:VTODO',
    'UID:todo',
    'END:VTODO',
  );
  const { items } = (await importFile(text)).value();
  expect(items.map(({ uid, outcome, reason }) => [uid, outcome, reason !== null])).toEqual([
    ['walk@example.org', 'new', false],
    ...['a', 'b', 'c', 'd', 'e', 'todo'].map((uid) => [uid, 'refused', true]),
  ]);
  expect(items[1]?.reason).toBe(
    'Recurrence rule not supported: FREQ must be DAILY, WEEKLY, MONTHLY, or YEARLY',
  );
  expect(await listEvents()).toHaveLength(1);
});

test('all-day events, other time zones and exceptions are imported correctly', async () => {
  const compact = nextMonth.replaceAll('-', '');
  const text = wrapCalendar(
    'BEGIN:VEVENT', 'UID:day', `DTSTART;VALUE=DATE:${compact}`, 'SUMMARY:Fair', 'END:VEVENT',
    'BEGIN:VEVENT', 'UID:utc', `DTSTART:${compact}T200000Z`, `DTEND:${compact}T210000Z`,
    'SUMMARY:Call', 'END:VEVENT',
    ...walkEvent(['RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${compact}T100000`], 'daily'),
  ); // biome-ignore format: a file
  await importFile(text);
  const found = (await listEvents()).map(({ title, localStart, localEnd }) => [
    title,
    localStart,
    localEnd,
  ]);
  expect(found).toHaveLength(4);
  const dayAfter = addDays(nextMonth, 1);
  expect(found).toContainEqual(['Fair', `${nextMonth}T00:00`, `${dayAfter}T00:00`]);
  const call = Temporal.PlainDateTime.from(`${nextMonth}T20:00`).toZonedDateTime('UTC');
  const here = call.withTimeZone('America/Los_Angeles').toPlainDateTime();
  expect(found).toContainEqual([
    'Call',
    here.toString({ smallestUnit: 'minute' }),
    expect.any(String),
  ]);
});

test('importing the chapter’s own feed changes nothing', async () => {
  await addEvent('Forum');
  const { body } = await get(await subscribe());
  expect(await outcomes(body)).toEqual(['unchanged']);
  expect(await listEvents()).toHaveLength(1);
});

const weekly = (time: string, ...more: string[]) =>
  wrapCalendar(
    'BEGIN:VEVENT',
    'UID:forum@example.org',
    `DTSTART:${nextMonth.replaceAll('-', '')}T${time}00`,
    'DURATION:PT2H',
    'SUMMARY:Forum',
    ...more,
    'END:VEVENT',
  );

async function answerSecond() {
  const second = (await listEvents())[1];
  const params = { occurrenceId: second?.occurrenceId ?? testId('') };
  const body = { answer: 'going' as const, guests: 1 };
  (await maya.call(rsvpCalls.answer, { params, body })).value();
  return second?.occurrenceId;
}

test('a file that moves a series keeps the answers of its evenings, or says how many are lost', async () => {
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=4';
  await importFile(weekly('1800', rule));
  const answered = await answerSecond();
  const moved = (await importFile(weekly('1900', rule))).value().items[0];
  expect(moved).toMatchObject({ outcome: 'updated', losses: [] });
  const second = (await listEvents())[1];
  expect(second?.occurrenceId).toBe(answered);
  const [, changed] = (await get(await subscribe())).body.split('RECURRENCE-ID;');
  expect(changed).toMatch(/T190000\r\n[\s\S]*X-CHAPTER-HUB-RSVP:GOING/);
  const shorter = weekly('1900', 'RRULE:FREQ=WEEKLY;COUNT=1');
  for (const isDryRun of [true, false]) {
    expect((await importFile(shorter, isDryRun)).value().items[0]).toMatchObject({
      outcome: 'updated',
      losses: ['1 RSVP to dates that the file no longer has'],
    });
  }
});

test('a date that a file only renames moves with its series', async () => {
  const second = addDays(nextMonth, 7);
  const compact = second.replaceAll('-', '');
  const renamed = walkEvent([`RECURRENCE-ID:${compact}T100000`]).map((line) =>
    line.replace(/^DTSTART:.*/, `DTSTART:${compact}T100000`).replace('Walk', 'Long walk'),
  );
  const text = wrapCalendar(...walkEvent(['RRULE:FREQ=WEEKLY;COUNT=3']), ...renamed);
  expect(await outcomes(text)).toEqual(['new']);
  const [first] = await listEvents();
  if (!first) return expect.fail('nothing was imported');
  const params = { calendarId, eventId: first.eventId };
  const shown = (await maya.call(eventCalls.detail, { params, query: {} })).value();
  const body = toChange(shown, 'all', {
    startDate: `${nextMonth}T11:00`,
    endDate: `${nextMonth}T13:00`,
  });
  (await maya.call(eventCalls.update, { params, body })).value();
  const found = (await listEvents()).map(({ title, localStart }) => [title, localStart]);
  expect(found).toEqual([
    ['Walk', `${nextMonth}T11:00`],
    ['Long walk', `${second}T11:00`],
    ['Walk', `${addDays(nextMonth, 14)}T11:00`],
  ]);
  expect(await outcomes(text)).toEqual(['unchanged']);
});

test('a canceled event of a file is canceled here, and an older file changes nothing', async () => {
  await importFile(weekly('1800', 'RRULE:FREQ=WEEKLY;COUNT=4', 'SEQUENCE:2'));
  await answerSecond();
  const older = weekly('1700', 'RRULE:FREQ=WEEKLY;COUNT=4', 'SEQUENCE:1');
  expect((await importFile(older)).value().items[0]).toMatchObject({
    outcome: 'refused',
    reason: 'Older than what was imported before',
  });
  expect(
    (await importFile(weekly('1800', 'STATUS:CANCELLED', 'SEQUENCE:1'))).value().items[0]?.outcome,
  ).toBe('refused');
  const canceled = weekly('1800', 'STATUS:CANCELLED', 'SEQUENCE:3');
  expect(await outcomes(canceled, true)).toEqual(['canceled']);
  expect(await listEvents()).toHaveLength(4);
  expect(await outcomes(canceled)).toEqual(['canceled']);
  expect(await listEvents()).toHaveLength(0);
  // Who was going still sees it, canceled.
  expect((await get(await subscribe())).body).toMatch(/SUMMARY:Forum[\s\S]*STATUS:CANCELLED/);
  expect(await outcomes(canceled)).toEqual(['refused']);
  // Nor does an older file bring it back.
  const before = weekly('1800', 'RRULE:FREQ=WEEKLY;COUNT=4', 'SEQUENCE:2');
  expect(await outcomes(before, true)).toEqual(['refused']);
  expect(await outcomes(before)).toEqual(['refused']);
  expect(await listEvents()).toHaveLength(0);
});

test('a file that changes nothing is still newer than one between it and what was imported', async () => {
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=4';
  await importFile(weekly('1800', rule, 'SEQUENCE:1'));
  expect(await outcomes(weekly('1800', rule, 'SEQUENCE:3'))).toEqual(['unchanged']);
  expect(await outcomes(weekly('1700', rule, 'SEQUENCE:2'))).toEqual(['refused']);
});

test('of copies with one sequence the one that was written later counts, also against what was imported', async () => {
  const makeFile = (time: string, at: string) =>
    weekly(time, 'RRULE:FREQ=WEEKLY;COUNT=4', `DTSTAMP:20261101T${at}Z`);
  await importFile(makeFile('1800', '100000'));
  expect(await outcomes(makeFile('1700', '095959'), true)).toEqual(['refused']);
  expect(await outcomes(makeFile('1700', '095959'))).toEqual(['refused']);
  expect(await outcomes(makeFile('1800', '095959'))).toEqual(['unchanged']);
  expect(await outcomes(makeFile('1700', '100001'))).toEqual(['updated']);
  expect(await outcomes(makeFile('1800', '100000'))).toEqual(['refused']);
  // A program that does not say when changes it too.
  expect(await outcomes(weekly('1900', 'RRULE:FREQ=WEEKLY;COUNT=4'))).toEqual(['updated']);
});

test('a proposal or an answer of an attendee changes no event', async () => {
  await importFile(weekly('1800', 'RRULE:FREQ=WEEKLY;COUNT=4'));
  const before = await listEvents();
  for (const method of ['COUNTER', 'REPLY']) {
    const sent = weekly('2100', 'SEQUENCE:5', 'STATUS:CANCELLED').replace(
      'VERSION:2.0',
      `VERSION:2.0\r\nMETHOD:${method}`,
    );
    expect(await outcomes(sent)).toEqual(['refused']);
  }
  expect(before).toHaveLength(4);
  expect(await listEvents()).toEqual(before);
});

test('categories that the chapter lacks are reported', async () => {
  const [item] = (await importFile(weekly('1800', 'CATEGORIES:Walks,Late'))).value().items;
  expect(item?.losses).toEqual(['Categories not kept: Walks, Late']);
});

test('an import is refused for an invalid file, too many events, too much text or another chapter’s calendar', async () => {
  const many = wrapCalendar(...Array.from({ length: 501 }, (_, n) => walkEvent([], `${n}`)).flat());
  const answers = [
    await importFile('hello'),
    await importFile(many),
    await importFile(wrapCalendar(...walkEvent([`DESCRIPTION:${'é'.repeat(110_000)}`]))),
    await importFile(
      wrapCalendar(...walkEvent()),
      false,
      await (await hub.chapter('Elsewhere')).person('Eve'),
    ),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 413, 404]);
  expect(answers[0]?.refusal().code).toBe('not_a_calendar');
  expect(await listEvents()).toHaveLength(0);
});

test('five hundred events are imported at once', { tags: ['all'] }, async () => {
  const compact = nextMonth.replaceAll('-', '');
  const lines = Array.from({ length: 500 }, (_, n) => [
    'BEGIN:VEVENT', `UID:${n}`, `DTSTART:${compact}T100000`, `SUMMARY:Walk ${n}`, 'END:VEVENT',
  ]).flat(); // biome-ignore format: a file
  const { items } = (await importFile(wrapCalendar(...lines))).value();
  expect(items.filter(({ outcome }) => outcome === 'new')).toHaveLength(500);
  expect(await listEvents()).toHaveLength(500);
});
