import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { formatLocal, type LocalDateTime, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import type { EventDetail, NewEvent } from '../event.ts';
import { rsvpCalls } from '../rsvp/rsvp-contract.ts';

const zone = 'America/Los_Angeles';
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

type Scene = { maya: TestPerson; ana: TestPerson; calendarId: Id<'calendar'> };

async function createScene(): Promise<Scene> {
  const chapter = await hub.chapter();
  const [maya, ana] = [await chapter.person('Maya Chen'), await chapter.person('Ana Ruiz')];
  const calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
  return { maya, ana, calendarId };
}

/** Creates an event that starts `fromHours` from now. */
async function createEvent(
  { maya, calendarId }: Scene,
  title: string,
  [fromHours, durationHours]: [number, number],
  fields: Partial<NewEvent> = {},
): Promise<EventDetail> {
  const start = Temporal.Now.zonedDateTimeISO(zone).add({ hours: fromHours });
  const body: NewEvent = {
    title,
    description: '',
    location: '',
    startDate: formatLocal(start.toPlainDateTime()),
    endDate: formatLocal(start.add({ hours: durationHours }).toPlainDateTime()),
    categoryColor: '2563eb',
    recurrence: null,
    capacity: null,
    maxGuests: 20,
    rsvpClosesMinutesBefore: null,
    ...fields,
  };
  return (await maya.call(eventCalls.create, { params: { calendarId }, body })).value();
}

async function search({ maya }: Scene, query: Record<string, string | number>) {
  const reply = (await maya.call(eventCalls.search, { query })).value();
  expect(reply.items.length).toBeLessThanOrEqual(reply.totalCount);
  return { ...reply, titles: reply.items.map(({ title }) => title) };
}

describe('the event search', () => {
  test('lists upcoming events with ongoing ones first, and past events latest first', async () => {
    const scene = await createScene();
    await createEvent(scene, 'next week', [170, 2]);
    await createEvent(scene, 'over', [-30, 2]);
    await createEvent(scene, 'now', [-1, 2]);
    await createEvent(scene, 'for days', [-60, 72]);
    await createEvent(scene, 'long over', [-900, 40]);
    await createEvent(scene, 'tomorrow', [24, 2]);
    const upcoming = await search(scene, {});
    expect(upcoming.titles).toEqual(['for days', 'now', 'tomorrow', 'next week']);
    expect([upcoming.totalCount, upcoming.hasMore]).toEqual([4, false]);
    const past = await search(scene, { when: 'past' });
    expect([past.titles, past.totalCount]).toEqual([['over', 'long over'], 2]);
    const { years } = (await scene.maya.call(eventCalls.figures)).value();
    expect(years.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    for (const [skip, titles] of [
      [0, ['for days', 'now', 'tomorrow']],
      [1, ['now', 'tomorrow', 'next week']],
      [2, ['tomorrow', 'next week']],
      [9, []],
    ] as const) {
      const page = await search(scene, { skip, take: 3 });
      expect([page.titles, page.totalCount, page.hasMore]).toEqual([titles, 4, skip === 0]);
    }
    const second = await search(scene, { skip: 1, take: 1 });
    expect([second.titles, second.totalCount, second.hasMore]).toEqual([['now'], 4, true]);
  });

  test('searches title, description and location, including those of single occurrences', async () => {
    const scene = await createScene();
    const { maya, calendarId } = scene;
    await createEvent(scene, 'Harbor dinner', [24, 2], { description: 'Bring a guest' });
    await createEvent(scene, 'Board', [48, 2], { location: 'Harbor House' });
    const weekly = await createEvent(scene, 'Forum', [72, 2], {
      recurrence: {
        frequency: 'weekly',
        interval: 1,
        byDay: [],
        byMonthDay: [],
        bySetPosition: [],
        byMonth: [],
        weekStart: 'SU',
        endBy: null,
        count: 3,
      },
    });
    const params = { calendarId, eventId: weekly.id };
    const { id: _, ...shown } = weekly;
    await maya.call(eventCalls.update, {
      params,
      body: {
        ...toChangeBody(shown),
        scope: 'one',
        title: 'Forum at the harbor',
        location: 'Café',
      },
    });
    await createEvent(scene, 'O’Brien', [96, 2]);
    expect((await search(scene, { search: 'cafe' })).titles).toEqual(['Forum at the harbor']);
    expect((await search(scene, { search: "o'brien" })).titles).toEqual(['O’Brien']);
    expect((await search(scene, { search: 'HARBOR' })).titles).toEqual([
      'Harbor dinner',
      'Board',
      'Forum at the harbor',
    ]);
    expect((await search(scene, { search: 'guest' })).titles).toEqual(['Harbor dinner']);
    expect((await search(scene, { search: 'forum' })).totalCount).toBe(3);
    expect((await search(scene, { search: '50 %' })).totalCount).toBe(0);
    expect((await search(scene, { search: '  ' })).totalCount).toBe(6);
  });

  test('filters by the year in which events start in local time', async () => {
    const scene = await createScene();
    const at = (startDate: LocalDateTime) => ({ startDate, endDate: startDate });
    await createEvent(scene, 'eve', [0, 0], at('2021-12-31T23:59'));
    await createEvent(scene, 'new year', [0, 0], at('2022-01-01T00:00'));
    await createEvent(scene, 'summer', [0, 0], at('2022-07-01T12:00'));
    expect((await search(scene, { when: 'past', year: 2022 })).titles).toEqual([
      'summer',
      'new year',
    ]);
    expect((await search(scene, { when: 'past', year: 2021 })).titles).toEqual(['eve']);
    expect((await search(scene, { when: 'upcoming', year: 2022 })).totalCount).toBe(0);
  });

  test('returns the attendees and the RSVP deadline', async () => {
    const scene = await createScene();
    const event = await createEvent(scene, 'Dinner', [24, 2], {
      capacity: 4,
      rsvpClosesMinutesBefore: 60,
    });
    const body = { answer: 'going' as const, guests: 2 };
    await scene.ana.call(rsvpCalls.answer, { params: { occurrenceId: event.occurrenceId }, body });
    const [card] = (await search(scene, {})).items;
    const deadline = Temporal.Instant.from(event.startsAt).subtract({ minutes: 60 });
    expect(card).toMatchObject({
      participants: ['Ana Ruiz'],
      participantIds: [scene.ana.memberId],
      capacity: 4,
      rsvpDeadline: deadline.toString({ fractionalSecondDigits: 3 }),
      isRecurring: false,
      rsvp: { going: 3, mine: null, isOpen: true },
    });
  });

  test('lists an endless series only up to the horizon, even after someone viewed a later date', async () => {
    const scene = await createScene();
    await createEvent(scene, 'Yearly', [24, 2], {
      recurrence: {
        frequency: 'yearly',
        interval: 1,
        byDay: [],
        byMonthDay: [],
        bySetPosition: [],
        byMonth: [],
        weekStart: 'SU',
        endBy: null,
        count: null,
      },
    });
    const { maya, calendarId } = scene;
    const query = { startDate: '2035-01-01', endDate: '2035-12-31' };
    const far = (await maya.call(eventCalls.list, { params: { calendarId }, query })).value();
    expect(far.items).toHaveLength(1);
    expect((await search(scene, {})).totalCount).toBe(2);
  });

  test.each([
    { when: 'now' },
    { year: 'x' },
    { year: '0' },
    { take: '201' },
    { search: 'x'.repeat(201) },
    { more: '1' },
  ])('refuses %o', async (query) => {
    const { maya } = await createScene();
    expect((await maya.call(eventCalls.search, { query: query as never })).status).toBe(422);
  });
});

test('the summary counts this month’s events, upcoming attendees, days to the next event and past events by year', async () => {
  const scene = await createScene();
  const none = (await scene.maya.call(eventCalls.figures)).value();
  expect(none).toEqual({
    eventsThisMonth: 0,
    totalRsvps: 0,
    daysUntilNextEvent: null,
    years: [],
  });
  const at = (startDate: LocalDateTime) => ({ startDate, endDate: startDate });
  await createEvent(scene, 'old', [0, 0], at('2019-05-01T10:00'));
  await createEvent(scene, 'older', [0, 0], at('2018-05-01T10:00'));
  await createEvent(scene, 'older', [0, 0], at('2018-06-01T10:00'));
  const next = await createEvent(scene, 'next', [50, 1]);
  const body = { answer: 'going' as const, guests: 2 };
  await scene.ana.call(rsvpCalls.answer, { params: { occurrenceId: next.occurrenceId }, body });
  const figures = (await scene.maya.call(eventCalls.figures)).value();
  const today = Temporal.Now.plainDateISO(zone);
  const day = Temporal.PlainDate.from(localToDay(next.startDate));
  expect(figures).toEqual({
    eventsThisMonth: day.month === today.month ? 1 : 0,
    totalRsvps: 3,
    daysUntilNextEvent: today.until(day).days,
    years: [
      { year: 2019, count: 1 },
      { year: 2018, count: 2 },
    ],
  });
});

describe('calendars', () => {
  test('are created in the chapter’s time zone and can be renamed and made the main one', async () => {
    const { maya } = await createScene();
    const forums = (
      await maya.call(eventCalls.createCalendar, { body: { name: ' Forums ' } })
    ).value();
    expect(forums).toEqual({ id: forums.id, name: 'Forums', isMain: false, timeZone: zone });
    const params = { calendarId: forums.id };
    const body = { name: 'Our forums', isMain: true };
    expect((await maya.call(eventCalls.changeCalendar, { params, body })).value()).toMatchObject(
      body,
    );
    const { items } = (await maya.call(eventCalls.calendars)).value();
    expect(items.map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Our forums', true],
      ['Chapter events', false],
    ]);
  });

  test('are refused with a taken or blank name, and cannot all stop being the main one', async () => {
    const { maya, calendarId } = await createScene();
    const params = { calendarId };
    const body = { name: 'Chapter events', isMain: false };
    const stepDown = await maya.call(eventCalls.changeCalendar, { params, body });
    expect([stepDown.status, stepDown.refusal().code]).toEqual([409, 'main_calendar']);
    const taken = await maya.call(eventCalls.createCalendar, { body: { name: 'chapter EVENTS' } });
    expect([taken.status, taken.refusal().field]).toEqual([409, 'name']);
    const raw = JSON.stringify({ name: '  ' });
    expect((await maya.call(eventCalls.createCalendar, { raw })).status).toBe(422);
    const stranger = await (await hub.chapter('Elsewhere')).person('Eve');
    const sent = { params, body: { name: 'Mine', isMain: true } };
    expect((await stranger.call(eventCalls.changeCalendar, sent)).status).toBe(404);
    const unknown = { ...sent, params: { calendarId: newId<'calendar'>() } };
    expect((await maya.call(eventCalls.changeCalendar, unknown)).status).toBe(404);
  });

  test('have exactly one main calendar after concurrent changes', async () => {
    const { maya } = await createScene();
    const names = Array.from({ length: 8 }, (_, index) => `Calendar ${index}`);
    const made = await Promise.all(
      names.map((name) => maya.call(eventCalls.createCalendar, { body: { name } })),
    );
    const replies = await Promise.all(
      made.map((reply) => {
        const { id, name } = reply.value();
        return maya.call(eventCalls.changeCalendar, {
          params: { calendarId: id },
          body: { name, isMain: true },
        });
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { items } = (await maya.call(eventCalls.calendars)).value();
    expect(items.filter(({ isMain }) => isMain)).toHaveLength(1);
  });
});

/** The body that changes nothing about the event. */
function toChangeBody(shown: Omit<EventDetail, 'id'>) {
  const { occurrenceId, title, description, location, startDate, endDate } = shown;
  const { categoryColor, capacity, rsvpClosesMinutesBefore } = shown;
  return {
    occurrenceId,
    title,
    description,
    location,
    startDate,
    endDate,
    categoryColor,
    capacity,
    rsvpClosesMinutesBefore,
  };
}
