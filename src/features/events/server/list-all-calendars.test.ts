import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../contract.ts';
import { addOccurrences } from './testing/add-occurrences.ts';

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

/** A member of a new chapter with a main calendar and a second one. */
async function createScene(name: string) {
  const person = await (await hub.chapter(name)).person('Maya Chen');
  const [main] = (await person.call(eventCalls.calendars)).value().items;
  const added = await person.call(eventCalls.createCalendar, { body: { name: 'Forums' } });
  return { person, main: main?.id ?? testId(''), forums: added.value().id };
}

async function createEvent(
  person: TestPerson,
  calendarId: Id<'calendar'>,
  title: string,
  times: readonly [start: string, end: string],
  recurrence: { frequency: string; count?: number } | null = null,
) {
  const [startDate, endDate] = times.map((time) => `${time}:00`);
  const raw = JSON.stringify({ title, startDate, endDate, recurrence });
  return (await person.call(eventCalls.create, { params: { calendarId }, raw })).value();
}

function listAll(person: TestPerson, startDate: string, endDate: string) {
  return person.call(eventCalls.listAll, { query: { startDate, endDate } });
}

async function listTitles(
  person: TestPerson,
  startDate: string,
  endDate: string,
): Promise<string[]> {
  const { items } = (await listAll(person, startDate, endDate)).value();
  return items.map(({ title, calendarName }) => `${title} (${calendarName})`);
}

describe('a window over all calendars', () => {
  test('lists the events of each calendar in chronological order, with its name', async () => {
    const { person, main, forums } = await createScene('Together');
    await createEvent(person, forums, 'last', ['2096-11-30T23:59', '2096-12-02T00:00']);
    await createEvent(person, main, 'first', ['2096-11-01T00:00', '2096-11-01T01:00']);
    await createEvent(person, forums, 'noon', ['2096-11-01T12:00', '2096-11-01T13:00']);
    await createEvent(person, main, 'evening', ['2096-11-01T18:00', '2096-11-01T19:00']);
    await createEvent(person, forums, 'all autumn', ['2096-09-01T08:00', '2096-12-15T08:00']);
    await createEvent(person, main, 'over midnight', ['2096-10-31T22:00', '2096-11-01T00:01']);
    await createEvent(person, forums, 'over', ['2096-10-31T20:00', '2096-11-01T00:00']);
    await createEvent(person, main, 'after', ['2096-12-01T00:00', '2096-12-01T01:00']);
    expect(await listTitles(person, '2096-11-01', '2096-11-30')).toEqual([
      'all autumn (Forums)',
      'over midnight (Chapter events)',
      'first (Chapter events)',
      'noon (Forums)',
      'evening (Chapter events)',
      'last (Forums)',
    ]);
  });

  test('lists the same occurrences as the calendars themselves', async () => {
    const { person, main, forums } = await createScene('Alike');
    const days = ['2096-11-20T18:00', '2096-11-22T21:00'] as const;
    for (const calendar of [main, forums]) await createEvent(person, calendar, 'Alike', days);
    const query = { startDate: '2096-11-21', endDate: '2096-11-30' };
    const { items } = (await person.call(eventCalls.listAll, { query })).value();
    for (const calendarId of [main, forums]) {
      const own = (await person.call(eventCalls.list, { params: { calendarId }, query })).value();
      expect(items.filter((each) => each.calendarId === calendarId)).toEqual([
        { ...own.items[0], calendarName: calendarId === main ? 'Chapter events' : 'Forums' },
      ]);
    }
  });

  test('creates missing occurrences of every series exactly once', async () => {
    const { person, main, forums } = await createScene('Far');
    const start = ['2026-01-06T18:00', '2026-01-06T19:00'] as const;
    await createEvent(person, main, 'weekly', start, { frequency: 'weekly' });
    await createEvent(person, forums, 'monthly', start, { frequency: 'monthly' });
    const seen = async () => (await listTitles(person, '2031-05-01', '2031-05-31')).toSorted();
    const expected = ['monthly (Forums)', ...Array<string>(4).fill('weekly (Chapter events)')];
    expect(await seen()).toEqual(expected);
    expect(await seen()).toEqual(expected);
  });

  test('leaves out deleted events and canceled occurrences', async () => {
    const { person, main, forums } = await createScene('Gone');
    const gone = await createEvent(person, forums, 'gone', [
      '2096-11-20T18:00',
      '2096-11-20T19:00',
    ]);
    const daily = { frequency: 'daily', count: 3 };
    const times = ['2096-11-20T18:00', '2096-11-20T19:00'] as const;
    const series = await createEvent(person, main, 'daily', times, daily);
    const ofSeries = { calendarId: main, eventId: series.id };
    const deleted = [
      await person.call(eventCalls.remove, { params: { calendarId: forums, eventId: gone.id } }),
      await person.call(eventCalls.remove, {
        params: ofSeries,
        query: { scope: 'one', occurrenceId: series.occurrenceId },
      }),
    ];
    expect(deleted.map(({ status }) => status)).toEqual([200, 200]);
    const left = ['daily (Chapter events)', 'daily (Chapter events)'];
    expect(await listTitles(person, '2096-11-01', '2096-11-30')).toEqual(left);
  });

  test('shows current calendar names and includes a new calendar', async () => {
    const { person, forums } = await createScene('Renamed');
    await createEvent(person, forums, 'dinner', ['2096-11-20T18:00', '2096-11-20T19:00']);
    const seen = () => listTitles(person, '2096-11-01', '2096-11-30');
    expect(await seen()).toEqual(['dinner (Forums)']);
    const body = { name: 'Learning', isMain: false };
    await person.call(eventCalls.changeCalendar, { params: { calendarId: forums }, body });
    expect(await seen()).toEqual(['dinner (Learning)']);
    const made = await person.call(eventCalls.createCalendar, { body: { name: 'Sailing' } });
    await createEvent(person, made.value().id, 'regatta', ['2096-11-21T18:00', '2096-11-21T19:00']);
    expect(await seen()).toEqual(['dinner (Learning)', 'regatta (Sailing)']);
  });

  test('shows only the caller’s chapter and refuses anonymous callers', async () => {
    const { person, forums } = await createScene('Ours');
    await createEvent(person, forums, 'ours', ['2096-11-20T18:00', '2096-11-20T19:00']);
    const stranger = await createScene('Theirs');
    await createEvent(stranger.person, stranger.main, 'theirs', [
      '2096-11-20T18:00',
      '2096-11-20T19:00',
    ]);
    expect(await listTitles(person, '2096-11-01', '2096-11-30')).toEqual(['ours (Forums)']);
    const query = { startDate: '2096-11-01', endDate: '2096-11-30' };
    expect(await listTitles(stranger.person, query.startDate, query.endDate)).toEqual([
      'theirs (Chapter events)',
    ]);
    expect((await callApp(hub.app, eventCalls.listAll, {}, { query })).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['is too large', { startDate: '2026-01-01', endDate: '2027-02-05' }],
    ['ends before it starts', { startDate: '2026-02-01', endDate: '2026-01-31' }],
    ['has no end', { startDate: '2026-02-01' }],
    ['has an invalid day', { startDate: '2026-02-29', endDate: '2026-03-01' }],
    [
      'has an unknown parameter',
      { startDate: '2026-01-01', endDate: '2026-02-01', calendarId: testId('main') },
    ],
  ])('is refused when it %s', async (name, query) => {
    const { person } = await createScene(`Refused: ${name}`);
    expect((await person.call(eventCalls.listAll, { query: query as never })).status).toBe(422);
  });

  test('is refused if the calendars together have more than 10,000 occurrences in it', {
    tags: ['all'],
  }, async () => {
    const { person, main, forums } = await createScene('Full');
    const times = ['2096-11-20T18:00', '2096-11-20T19:00'] as const;
    for (const calendar of [main, forums]) {
      const { occurrenceId } = await createEvent(person, calendar, 'Many', times);
      await addOccurrences(hub.db, occurrenceId, 1, 4_999);
    }
    const seen = () => listAll(person, '2096-11-20', '2096-11-20');
    expect((await seen()).value().items).toHaveLength(10_000);
    const { occurrenceId } = await createEvent(person, forums, 'One more', times);
    const refused = await seen();
    expect([refused.status, refused.refusal().code]).toEqual([422, 'window_too_full']);
    await hub.db.deleteFrom('event_occurrence').where('id', '=', occurrenceId).execute();
    expect((await seen()).status).toBe(200);
  });
});
