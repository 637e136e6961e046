/** A window over all calendars of a chapter: what each of them has in it, told together. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../contract.ts';
import { addMoreTimes } from './testing/more-times.ts';

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

/** A person of a chapter of their own, with its main calendar and another one. */
async function scene(name: string) {
  const person = await (await hub.chapter(name)).person('Maya Chen');
  const [main] = (await person.call(eventCalls.calendars)).value().items;
  const added = await person.call(eventCalls.createCalendar, { body: { name: 'Forums' } });
  return { person, main: main?.id ?? testId(''), forums: added.value().id };
}

async function make(
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

function look(person: TestPerson, startDate: string, endDate: string) {
  return person.call(eventCalls.listAll, { query: { startDate, endDate } });
}

async function told(person: TestPerson, startDate: string, endDate: string): Promise<string[]> {
  const { items } = (await look(person, startDate, endDate)).value();
  return items.map(({ title, calendarName }) => `${title} (${calendarName})`);
}

describe('a window over all calendars', () => {
  test('holds what each of them has, in order of time, and says of which it is', async () => {
    const { person, main, forums } = await scene('Together');
    await make(person, forums, 'last', ['2096-11-30T23:59', '2096-12-02T00:00']);
    await make(person, main, 'first', ['2096-11-01T00:00', '2096-11-01T01:00']);
    await make(person, forums, 'noon', ['2096-11-01T12:00', '2096-11-01T13:00']);
    await make(person, main, 'evening', ['2096-11-01T18:00', '2096-11-01T19:00']);
    await make(person, forums, 'all autumn', ['2096-09-01T08:00', '2096-12-15T08:00']);
    await make(person, main, 'over midnight', ['2096-10-31T22:00', '2096-11-01T00:01']);
    await make(person, forums, 'over', ['2096-10-31T20:00', '2096-11-01T00:00']);
    await make(person, main, 'after', ['2096-12-01T00:00', '2096-12-01T01:00']);
    expect(await told(person, '2096-11-01', '2096-11-30')).toEqual([
      'all autumn (Forums)',
      'over midnight (Chapter events)',
      'first (Chapter events)',
      'noon (Forums)',
      'evening (Chapter events)',
      'last (Forums)',
    ]);
  });

  test('tells each as its own calendar does, and nothing else', async () => {
    const { person, main, forums } = await scene('Alike');
    const days = ['2096-11-20T18:00', '2096-11-22T21:00'] as const;
    for (const calendar of [main, forums]) await make(person, calendar, 'Alike', days);
    const query = { startDate: '2096-11-21', endDate: '2096-11-30' };
    const { items } = (await person.call(eventCalls.listAll, { query })).value();
    for (const calendarId of [main, forums]) {
      const own = (await person.call(eventCalls.list, { params: { calendarId }, query })).value();
      expect(items.filter((each) => each.calendarId === calendarId)).toEqual([
        { ...own.items[0], calendarName: calendarId === main ? 'Chapter events' : 'Forums' },
      ]);
    }
  });

  test('makes what series of any of them lack there, once', async () => {
    const { person, main, forums } = await scene('Far');
    const start = ['2026-01-06T18:00', '2026-01-06T19:00'] as const;
    await make(person, main, 'weekly', start, { frequency: 'weekly' });
    await make(person, forums, 'monthly', start, { frequency: 'monthly' });
    const seen = async () => (await told(person, '2031-05-01', '2031-05-31')).toSorted();
    const expected = ['monthly (Forums)', ...Array<string>(4).fill('weekly (Chapter events)')];
    expect(await seen()).toEqual(expected);
    expect(await seen()).toEqual(expected);
  });

  test('leaves out what was deleted, and what is cancelled of a series', async () => {
    const { person, main, forums } = await scene('Gone');
    const gone = await make(person, forums, 'gone', ['2096-11-20T18:00', '2096-11-20T19:00']);
    const daily = { frequency: 'daily', count: 3 };
    const times = ['2096-11-20T18:00', '2096-11-20T19:00'] as const;
    const series = await make(person, main, 'daily', times, daily);
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
    expect(await told(person, '2096-11-01', '2096-11-30')).toEqual(left);
  });

  test('says a calendar’s name as it is now, and knows one that was just made', async () => {
    const { person, forums } = await scene('Renamed');
    await make(person, forums, 'told', ['2096-11-20T18:00', '2096-11-20T19:00']);
    const seen = () => told(person, '2096-11-01', '2096-11-30');
    expect(await seen()).toEqual(['told (Forums)']);
    const body = { name: 'Learning', isMain: false };
    await person.call(eventCalls.changeCalendar, { params: { calendarId: forums }, body });
    expect(await seen()).toEqual(['told (Learning)']);
    const made = await person.call(eventCalls.createCalendar, { body: { name: 'Sailing' } });
    await make(person, made.value().id, 'regatta', ['2096-11-21T18:00', '2096-11-21T19:00']);
    expect(await seen()).toEqual(['told (Learning)', 'regatta (Sailing)']);
  });

  test('is a chapter’s own: nobody sees another’s, and nobody anonymous gets in', async () => {
    const { person, forums } = await scene('Ours');
    await make(person, forums, 'ours', ['2096-11-20T18:00', '2096-11-20T19:00']);
    const stranger = await scene('Theirs');
    await make(stranger.person, stranger.main, 'theirs', ['2096-11-20T18:00', '2096-11-20T19:00']);
    expect(await told(person, '2096-11-01', '2096-11-30')).toEqual(['ours (Forums)']);
    const query = { startDate: '2096-11-01', endDate: '2096-11-30' };
    expect(await told(stranger.person, query.startDate, query.endDate)).toEqual([
      'theirs (Chapter events)',
    ]);
    expect((await callApp(hub.app, eventCalls.listAll, {}, { query })).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['is too large', { startDate: '2026-01-01', endDate: '2027-02-05' }],
    ['ends before it starts', { startDate: '2026-02-01', endDate: '2026-01-31' }],
    ['has no end', { startDate: '2026-02-01' }],
    ['has a day that is none', { startDate: '2026-02-29', endDate: '2026-03-01' }],
    [
      'carries more',
      { startDate: '2026-01-01', endDate: '2026-02-01', calendarId: testId('main') },
    ],
  ])('is refused when it %s', async (name, query) => {
    const { person } = await scene(`Refused: ${name}`);
    expect((await person.call(eventCalls.listAll, { query: query as never })).status).toBe(422);
  });

  test('is answered as long as no more than 10,000 happen in all of them together', async () => {
    const { person, main, forums } = await scene('Full');
    const times = ['2096-11-20T18:00', '2096-11-20T19:00'] as const;
    for (const calendar of [main, forums]) {
      const { occurrenceId } = await make(person, calendar, 'Many', times);
      await addMoreTimes(hub.db, occurrenceId, 1, 4_999);
    }
    const seen = () => look(person, '2096-11-20', '2096-11-20');
    expect((await seen()).value().items).toHaveLength(10_000);
    const { occurrenceId } = await make(person, forums, 'One more', times);
    const refused = await seen();
    expect([refused.status, refused.refusal().code]).toEqual([422, 'window_too_full']);
    await hub.db.deleteFrom('event_occurrence').where('id', '=', occurrenceId).execute();
    expect((await seen()).status).toBe(200);
  });
});
