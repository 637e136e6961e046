import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callApp,
  startTestHub,
  type TestChapter,
  type TestHub,
  type TestPerson,
} from '#app/testing/hub.ts';
import { localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import { type EventDetail, maxDescriptionLength } from '../event.ts';
import { maxExcerptLength } from '../occurrence.ts';
import { addOccurrences } from './testing/add-occurrences.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  calendarId = await mainCalendar(maya);
});
afterAll(() => hub?.close());

async function mainCalendar(person: TestPerson): Promise<Id<'calendar'>> {
  const { items } = (await person.call(eventCalls.calendars)).value();
  return items.find((each) => each.isMain)?.id ?? testId('');
}

/** Far ahead, because past events take no RSVPs. */
const dinner = {
  title: 'Harbor dinner',
  description: 'Bring a guest',
  startDate: '2096-11-20T18:00:00',
  endDate: '2096-11-20T21:00:00',
  categoryColor: 'f59e0b',
};

function sendCreate(raw: unknown, person = maya, calendar = calendarId) {
  return person.call(eventCalls.create, {
    params: { calendarId: calendar },
    raw: typeof raw === 'string' ? raw : JSON.stringify(raw),
  });
}

async function createEvent(
  fields: Partial<typeof dinner> = {},
  person = maya,
): Promise<EventDetail> {
  const calendar = person === maya ? calendarId : await mainCalendar(person);
  return (await sendCreate({ ...dinner, ...fields }, person, calendar)).value();
}

async function listTitles(startDate: string, endDate: string, person = maya): Promise<string[]> {
  const params = { calendarId: await mainCalendar(person) };
  const reply = await person.call(eventCalls.list, { params, query: { startDate, endDate } });
  return reply.value().items.map((each) => each.title);
}

describe('calendars', () => {
  test('a new chapter has a main calendar in its own time zone', async () => {
    const { items } = (await maya.call(eventCalls.calendars)).value();
    expect(items).toEqual([
      { id: calendarId, name: 'Chapter events', isMain: true, timeZone: 'America/Los_Angeles' },
    ]);
  });

  test('come with the sample overview until there is an event, and in the demo always', async () => {
    const ana = await (await hub.chapter('Sample')).person('Ana');
    const readOffer = async (person: TestPerson) =>
      (await person.call(eventCalls.calendars)).value().offersSample;
    expect(await readOffer(ana)).toBe(true);
    const { id: eventId, calendarId: own } = await createEvent({}, ana);
    expect(await readOffer(ana)).toBe(false);
    await ana.call(eventCalls.remove, { params: { calendarId: own, eventId } });
    expect(await readOffer(ana)).toBe(true);
    const demo = await startTestHub({ isDemo: true });
    try {
      const eve = await (await demo.chapter('Demo')).person('Eve');
      await createEvent({}, eve);
      expect(await readOffer(eve)).toBe(true);
    } finally {
      await demo.close();
    }
  });

  test('dates default to the current year and can be requested for any year', async () => {
    const params = { calendarId };
    const now = (await maya.call(eventCalls.dates, { params })).value();
    const thisYear = Temporal.Now.plainDateISO('America/Los_Angeles').year;
    expect(now.items.map((month) => month.year)).toEqual(Array(12).fill(thisYear));
    const leap = (await maya.call(eventCalls.dates, { params, query: { year: 2024 } })).value();
    expect(leap.items[1]?.days.at(-1)).toEqual({ date: '2024-02-29', dayOfWeek: 'Thursday' });
    for (const year of ['0', '10000', '-1', 'x']) {
      expect((await maya.call(eventCalls.dates, { params, query: { year } })).status).toBe(422);
    }
  });
});

describe('creating an event', () => {
  test('accepts the specification’s payload and returns the whole event', async () => {
    const reply = await sendCreate({
      ...dinner,
      title: '  Harbor dinner ',
      description: ' Bring a guest ',
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.etag).toBe('"1"');
    const wire = JSON.parse(reply.text);
    expect(wire).toEqual({
      id: expect.any(String),
      calendarId,
      occurrenceId: expect.any(String),
      ...dinner,
      location: '',
      startsAt: '2096-11-21T02:00:00.000Z',
      endsAt: '2096-11-21T05:00:00.000Z',
      timeZone: 'America/Los_Angeles',
      isRecurring: false,
      isException: false,
      recurrencePattern: null,
      series: { startDate: dinner.startDate, endDate: dinner.endDate },
      capacity: null,
      maxGuests: 20,
      rsvpClosesMinutesBefore: null,
      rsvp: {
        going: 0,
        maybe: 0,
        waitlisted: 0,
        capacity: null,
        maxGuests: 20,
        mine: null,
        deadline: null,
        isOpen: true,
      },
      participants: [],
      hidesNames: false,
      fileIds: [],
      createdByUserId: maya.memberId,
      audit: {
        createdBy: testId('Maya Chen'),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      version: 1,
    });
    const params = { calendarId, eventId: wire.id };
    const read = await maya.call(eventCalls.detail, { params });
    expect(JSON.parse(read.text)).toEqual(wire);
  });

  test('stores the location and accepts a color that is missing or has a leading #', async () => {
    const { categoryColor: _, ...plain } = dinner;
    const blue = (await sendCreate({ ...plain, location: ' Pier 5 ' })).value();
    expect([blue.location, blue.categoryColor]).toEqual(['Pier 5', '2563eb']);
    const cyan = (await sendCreate({ ...dinner, categoryColor: '#0891B2' })).value();
    expect(cyan.categoryColor).toBe('0891b2');
  });

  test('moves a time in a gap forward, keeps it as entered, and takes the first of two in a fold', async () => {
    const gap = await createEvent({
      startDate: '2026-03-08T02:30:00',
      endDate: '2026-03-08T03:00:00',
    });
    expect(gap.startDate).toBe('2026-03-08T02:30');
    expect(gap.startsAt).toBe('2026-03-08T10:30:00.000Z');
    expect(gap.endsAt).toBe('2026-03-08T11:00:00.000Z');
    const fold = await createEvent({
      startDate: '2026-11-01T01:30:00',
      endDate: '2026-11-01T03:00:00',
    });
    expect(fold.startsAt).toBe('2026-11-01T08:30:00.000Z');
    expect(fold.endsAt).toBe('2026-11-01T11:00:00.000Z');
  });

  test.each<[string, unknown]>([
    ['an end before its start', { ...dinner, endDate: '2096-11-20T17:59:00' }],
    ['a duration of more than a year', { ...dinner, endDate: '2027-11-21T18:00:00' }],
    ['a blank title', { ...dinner, title: ' \n ' }],
    ['no title', { ...dinner, title: undefined }],
    ['a title that is too long', { ...dinner, title: 'x'.repeat(201) }],
    ['NUL in a title', { ...dinner, title: 'a\0b' }],
    ['a lone surrogate', JSON.stringify(dinner).replace('Harbor', '\\ud800')],
    ['a description that is too long', { ...dinner, description: 'x'.repeat(5_001) }],
    ['an invalid color', { ...dinner, categoryColor: 'red' }],
    ['an invalid day', { ...dinner, startDate: '2026-02-30T10:00:00' }],
    ['a time with an offset', { ...dinner, startDate: '2096-11-20T18:00:00Z' }],
    ['a year before 1900', { ...dinner, startDate: '0000-01-01T00:00:00' }],
    ['a year after 9998', { ...dinner, endDate: '9999-12-31T23:59:00' }],
    ['an unknown field', { ...dinner, isRecurring: true }],
    ['a number for a title', { ...dinner, title: 12 }],
    ['no body', ''],
  ])('refuses %s and stores nothing', async (_, body) => {
    const before = await hub.db.selectFrom('event').select('id').execute();
    expect((await sendCreate(body)).status).toBe(422);
    expect(await hub.db.selectFrom('event').select('id').execute()).toHaveLength(before.length);
  });

  test('creates one event per idempotency key and audits who created it', async () => {
    const headers = { 'idempotency-key': newId() };
    const params = { calendarId };
    const raw = JSON.stringify({ ...dinner, title: 'Once' });
    const first = await maya.call(eventCalls.create, { params, raw, headers });
    const again = await maya.call(eventCalls.create, { params, raw, headers });
    expect(again.text).toBe(first.text);
    const kept = await hub.db
      .selectFrom('event')
      .select('id')
      .where('title', '=', 'Once')
      .execute();
    expect(kept).toHaveLength(1);
    const records = await hub.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity_id', '=', first.value().id)
      .execute();
    expect(records).toEqual([
      {
        action: 'event.create',
        actor_id: maya.memberId,
        before: null,
        after: expect.objectContaining({ title: 'Once', startsAt: '2096-11-21T02:00:00.000Z' }),
      },
    ]);
  });
});

describe('a window', () => {
  test('lists events that start on its days or are ongoing, in chronological order', async () => {
    const tom = await (await hub.chapter('Window')).person('Tom Becker');
    const day = (date: string, time: string) => `${date}T${time}:00`;
    const rows: [string, string, string][] = [
      ['the evening before', day('2026-10-31', '18:00'), day('2026-10-31', '23:59')],
      ['until midnight sharp', day('2026-10-31', '20:00'), day('2026-11-01', '00:00')],
      ['over midnight', day('2026-10-31', '22:00'), day('2026-11-01', '00:01')],
      ['all autumn', day('2026-09-01', '08:00'), day('2026-12-15', '08:00')],
      ['the first minute', day('2026-11-01', '00:00'), day('2026-11-01', '01:00')],
      ['the last minute', day('2026-11-30', '23:59'), day('2026-12-02', '00:00')],
      ['the morning after', day('2026-12-01', '00:00'), day('2026-12-01', '01:00')],
    ];
    for (const [title, startDate, endDate] of rows)
      await createEvent({ title, startDate, endDate }, tom);
    expect(await listTitles('2026-11-01', '2026-11-30', tom)).toEqual([
      'all autumn',
      'over midnight',
      'the first minute',
      'the last minute',
    ]);
    expect(await listTitles('2026-12-01', '2026-12-01', tom)).toEqual([
      'all autumn',
      'the last minute',
      'the morning after',
    ]);
    expect(await listTitles('2026-12-16', '2026-12-31', tom)).toEqual([]);
  });

  test('lists the longest event until its last minute, and the earliest and latest dates', async () => {
    const ana = await (await hub.chapter('Edges')).person('Ana Ortiz');
    const longest = { startDate: '2026-01-01T23:59:00', endDate: '2027-01-01T00:01:00' };
    await createEvent({ title: 'longest', ...longest }, ana);
    expect(await listTitles('2026-01-02', '2026-01-02', ana)).toEqual(['longest']);
    expect(await listTitles('2027-01-01', '2027-01-31', ana)).toEqual(['longest']);
    expect(await listTitles('2027-01-02', '2027-01-31', ana)).toEqual([]);
    const end = { startDate: '9998-12-31T23:00:00', endDate: '9998-12-31T23:59:00' };
    await createEvent({ title: 'the end of time', ...end }, ana);
    const start = { startDate: '1900-01-01T00:00:00', endDate: '1900-01-01T00:00:00' };
    await createEvent({ title: 'the start of time', ...start }, ana);
    expect(await listTitles('9998-12-31', '9998-12-31', ana)).toEqual(['the end of time']);
    expect(await listTitles('1900-01-01', '1900-12-31', ana)).toEqual(['the start of time']);
  });

  test('returns the instants and local times of an occurrence', async () => {
    const event = await createEvent({
      title: 'Dinner',
      startDate: '2027-01-05T09:00:00',
      endDate: '2027-01-05T10:00:00',
    });
    const reply = await maya.call(eventCalls.list, {
      params: { calendarId },
      query: { startDate: '2027-01-05', endDate: '2027-01-05' },
    });
    expect(JSON.parse(reply.text)).toEqual({
      items: [
        {
          eventId: event.id,
          occurrenceId: event.occurrenceId,
          calendarId,
          title: 'Dinner',
          description: 'Bring a guest',
          location: '',
          occurrenceStartDate: '2027-01-05T17:00:00.000Z',
          occurrenceEndDate: '2027-01-05T18:00:00.000Z',
          localStart: '2027-01-05T09:00:00',
          localEnd: '2027-01-05T10:00:00',
          timeZone: 'America/Los_Angeles',
          participants: [],
          createdByUserId: maya.memberId,
          categoryColor: 'f59e0b',
        },
      ],
    });
  });

  test.each<[string, Record<string, string>]>([
    ['is too large', { startDate: '2026-01-01', endDate: '2027-02-05' }],
    ['ends before it starts', { startDate: '2026-02-01', endDate: '2026-01-31' }],
    ['has no end', { startDate: '2026-02-01' }],
    ['has an invalid day', { startDate: '2026-02-29', endDate: '2026-03-01' }],
    ['is before the supported range', { startDate: '0000-01-01', endDate: '0000-02-01' }],
    ['has an unknown parameter', { startDate: '2026-01-01', endDate: '2026-02-01', take: '5' }],
  ])('is refused when it %s', async (_, query) => {
    const reply = await maya.call(eventCalls.list, { params: { calendarId }, query });
    expect(reply.status).toBe(422);
  });
});

test('a window shortens descriptions, and the event has all of its own', async () => {
  const person = await (await hub.chapter('Long')).person('Ana');
  const description = '🍎東'.repeat(Math.floor(maxDescriptionLength / 3));
  const event = await createEvent({ ...dinner, description }, person);
  const day = localToDay(event.startDate);
  const query = { startDate: day, endDate: day };
  const params = { calendarId: event.calendarId, eventId: event.id };
  const lists = [
    await person.call(eventCalls.list, { params: { calendarId: event.calendarId }, query }),
    await person.call(eventCalls.listAll, { query }),
  ];
  for (const listed of lists) {
    const shown = listed.value().items.map((each) => each.description);
    expect(shown).toEqual(['🍎東'.repeat(maxExcerptLength / 2)]);
  }
  expect((await person.call(eventCalls.detail, { params })).value().description).toBe(description);
});

test('a window is refused if it has more than 10,000 occurrences', async () => {
  const person = await (await hub.chapter('Full')).person('Ana');
  const calendar = await mainCalendar(person);
  const event = await createEvent({ ...dinner, title: 'Many' }, person);
  const day = localToDay(event.startDate);
  const listWindow = () =>
    person.call(eventCalls.list, {
      params: { calendarId: calendar },
      query: { startDate: day, endDate: day },
    });
  await addOccurrences(hub.db, event.occurrenceId, 1, 9_999);
  expect((await listWindow()).value().items).toHaveLength(10_000);
  await addOccurrences(hub.db, event.occurrenceId, 10_000, 10_000);
  expect([(await listWindow()).status, (await listWindow()).refusal().code]).toEqual([
    422,
    'window_too_full',
  ]);
});

describe('upcoming events', () => {
  test('start now or later, in all calendars, soonest first', async () => {
    const person = await (await hub.chapter('Upcoming')).person('Ana');
    const inDays = (days: number) => {
      const at = Temporal.Now.plainDateTimeISO('America/Los_Angeles').add({ days });
      const local = at.toString({ smallestUnit: 'minute' });
      return { startDate: `${local}:00`, endDate: `${local}:00` };
    };
    await createEvent({ title: 'third', ...inDays(9) }, person);
    await createEvent({ title: 'past', ...inDays(-1) }, person);
    await createEvent({ title: 'first', ...inDays(1) }, person);
    await createEvent({ title: 'second', ...inDays(2) }, person);
    const all = (await person.call(eventCalls.upcoming)).value();
    expect(all.items.map((each) => each.title)).toEqual(['first', 'second', 'third']);
    expect(all.hasMore).toBe(false);
    const page = (await person.call(eventCalls.upcoming, { query: { skip: 1, take: 1 } })).value();
    expect(page.items.map((each) => each.title)).toEqual(['second']);
    expect(page.hasMore).toBe(true);
  });
});

test('another chapter’s events can be neither read nor written, and anonymous callers are refused', async () => {
  const event = await createEvent({ title: 'Ours alone' });
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve');
  const theirs = await mainCalendar(stranger);
  const query = { startDate: '2026-11-01', endDate: '2026-11-30' };
  const params = { calendarId };
  const eventId = event.id;
  const replies = await Promise.all([
    stranger.call(eventCalls.list, { params, query }),
    stranger.call(eventCalls.dates, { params }),
    stranger.call(eventCalls.detail, { params: { calendarId, eventId } }),
    stranger.call(eventCalls.detail, { params: { calendarId: theirs, eventId } }),
    maya.call(eventCalls.detail, { params: { calendarId: theirs, eventId } }),
    maya.call(eventCalls.detail, { params: { calendarId, eventId: newId<'event'>() } }),
    sendCreate(dinner, stranger),
    sendCreate(dinner, maya, newId()),
    maya.call(eventCalls.list, { params: { calendarId: testId('main') }, query }),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual(Array(replies.length).fill(404));
  for (const endpoint of [eventCalls.upcoming, eventCalls.calendars]) {
    expect((await callApp(hub.app, endpoint, {})).status).toBe(401);
  }
});
