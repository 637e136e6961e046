import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import { dayOfLocal, toDay } from '#kit/day.ts';
import { eventCalls } from '../contract.ts';
import {
  eightTuesdays,
  forum,
  ids,
  type SeriesScene,
  startSeriesScene,
  weekly,
} from './testing/series-scene.ts';

let s: SeriesScene;
beforeAll(async () => {
  s = await startSeriesScene();
});
afterAll(() => s?.hub.close());

describe('a series', () => {
  test('is made with all its occurrences, at the same wall time through the change of clocks', async () => {
    const event = await s.make();
    expect(event).toMatchObject({
      isRecurring: true,
      isException: false,
      recurrencePattern: weekly,
      series: { startDate: forum.startDate, endDate: forum.endDate },
    });
    const all = await s.occurrencesOf(event);
    expect(all.map((each) => each.localStart)).toEqual(
      eightTuesdays.map((day) => `2027-${day}T18:00`),
    );
    expect([all[1], all[2]].map((each) => each?.occurrenceStartDate)).toEqual([
      '2027-03-10T02:00:00.000Z',
      '2027-03-17T01:00:00.000Z',
    ]);
  });

  test('in a clock’s gap moves forward that day alone', async () => {
    const daily = { ...weekly, frequency: 'daily' as const, byDay: [], count: 3 };
    const startDate = '2027-03-13T02:30';
    const event = await s.make({ startDate, endDate: '2027-03-13T03:00', recurrence: daily });
    const all = await s.occurrencesOf(event);
    expect(all.map((each) => each.occurrenceStartDate)).toEqual([
      '2027-03-13T10:30:00.000Z',
      '2027-03-14T10:30:00.000Z',
      '2027-03-15T09:30:00.000Z',
    ]);
    expect(all.map((each) => each.localStart.slice(11))).toEqual(['02:30', '02:30', '02:30']);
  });

  test('without end has rows for 18 months, and further ones once somebody looks there', async () => {
    const event = await s.make({ recurrence: { ...weekly, count: null } });
    const rows = () =>
      s.hub.db
        .selectFrom('event_occurrence')
        .select('id')
        .where('event_id', '=', event.id)
        .execute();
    const before = (await rows()).length;
    expect(before).toBeGreaterThan(50);
    expect(before).toBeLessThan(80);
    const look = async () => {
      const query = { startDate: '2035-06-01', endDate: '2035-06-30' };
      const reply = await s.maya.call(eventCalls.list, {
        params: { calendarId: s.calendarId },
        query,
      });
      return reply.value().items.filter((each) => each.eventId === event.id);
    };
    const [first, again] = [await look(), await look()];
    expect(first.map((each) => dayOfLocal(each.localStart))).toEqual([
      '2035-06-05',
      '2035-06-12',
      '2035-06-19',
      '2035-06-26',
    ]);
    expect(ids(again)).toEqual(ids(first));
    expect((await rows()).length).toBe(before + 4);
    await s.remove(await s.at(event, 0), 'all');
  });

  test.each<[string, object, string]>([
    ['a part that is not known', { bySetPos: [1] }, 'recurrence'],
    ['hours', { frequency: 'hourly' }, 'recurrence.frequency'],
    ['a weekday that is none', { byDay: ['XX'] }, 'recurrence.byDay.0'],
    ['the same weekday twice', { byDay: ['TU', 'TU'] }, 'recurrence.byDay'],
    ['an ordinal weekly', { byDay: ['2TU'] }, 'recurrence'],
    ['none of a weekday', { frequency: 'monthly', byDay: ['0MO', '1TU'] }, 'recurrence.byDay.0'],
    ['a 54th of a year', { frequency: 'yearly', byDay: ['54MO', '9TU'] }, 'recurrence.byDay.0'],
    [
      'the same counted twice',
      { frequency: 'monthly', byDay: ['1TU', '+1TU'] },
      'recurrence.byDay',
    ],
    ['an end beyond all calendars', { endBy: '9999-12-31', count: null }, 'recurrence.endBy'],
    ['an interval of none', { interval: 0 }, 'recurrence.interval'],
    ['two ends', { endBy: '2027-12-31' }, 'recurrence.count'],
    ['an end before its start', { endBy: '2027-03-01', count: null }, 'recurrence'],
    ['a first day that it does not name', { byDay: ['WE'] }, 'recurrence'],
    ['more than can be kept', { frequency: 'daily', byDay: [], count: null }, 'recurrence'],
  ])('is refused with %s', async (what, fields, field) => {
    const isLong = what.startsWith('more');
    const recurrence = { ...weekly, ...fields };
    const raw = JSON.stringify({
      title: 'Refused',
      startDate: isLong ? '1990-03-02T18:00:00' : '2027-03-02T18:00:00',
      endDate: isLong ? '1990-03-02T19:00:00' : '2027-03-02T19:00:00',
      recurrence,
    });
    const reply = await s.maya.call(eventCalls.create, {
      params: { calendarId: s.calendarId },
      raw,
    });
    expect([reply.status, reply.refusal().field]).toEqual([422, field]);
  });
});

describe('changing one occurrence', () => {
  test('changes it alone; what is as the series has it follows the series', async () => {
    const event = await s.make();
    const third = await s.at(event, 2);
    const moved = await s.change(third, 'one', {
      title: 'Forum with guests',
      startDate: '2027-03-17T17:00',
      endDate: '2027-03-17T19:30',
    });
    expect(moved).toMatchObject({
      isException: true,
      title: 'Forum with guests',
      startDate: '2027-03-17T17:00',
      occurrenceId: third.occurrenceId,
      version: 2,
    });
    const renamed = await s.change(await s.at(event, 0), 'all', { location: 'Harbor House' });
    expect(renamed.version).toBe(3);
    const all = await s.occurrencesOf(event);
    expect(
      all.map((each) => `${each.localStart.slice(5, 10)} ${each.title} ${each.location}`),
    ).toEqual(
      eightTuesdays.map((day) =>
        day === '03-16' ? '03-17 Forum with guests Harbor House' : `${day} Forum Harbor House`,
      ),
    );
  });

  test('back to what the series has makes it no exception any more', async () => {
    const event = await s.make();
    const third = await s.at(event, 2);
    await s.change(third, 'one', { title: 'Other', endDate: '2027-03-16T21:00' });
    const back = await s.change(await s.at(event, 2), 'one', {
      title: forum.title,
      endDate: '2027-03-16T20:00',
    });
    expect(back.isException).toBe(false);
    const exceptions = await s.hub.db
      .selectFrom('event_exception')
      .selectAll()
      .where('event_id', '=', event.id)
      .execute();
    expect(exceptions).toEqual([]);
  });

  test('cannot change how it repeats, and may say that it repeats as it does', async () => {
    const event = await s.make();
    const second = await s.at(event, 1);
    const refused = await s.send(second, 'one', { recurrence: { ...weekly, count: 9 } });
    expect(refused.refusal()).toMatchObject({ code: 'recurrence_invalid', field: 'recurrence' });
    expect((await s.send(second, 'one', { title: 'Mine', recurrence: weekly })).status).toBe(200);
  });
});

describe('changing a whole series', () => {
  test('moves its time of day; ids and answers follow', async () => {
    const event = await s.make();
    const before = await s.occurrencesOf(event);
    await s.answer(await s.at(event, 4), s.ana);
    await s.change(await s.at(event, 3), 'all', {
      startDate: '2027-03-23T19:15',
      endDate: '2027-03-23T20:00',
    });
    const after = await s.occurrencesOf(event);
    expect(ids(after)).toEqual(ids(before));
    expect(after.map((each) => each.localStart.slice(5))).toEqual(
      eightTuesdays.map((day) => `${day}T19:15`),
    );
    expect((await s.at(event, 4)).participants).toEqual(['Ana Ruiz']);
    expect((await s.at(event, 4)).rsvp.going).toBe(2);
  });

  test('moves it to another weekday, the rule with it; ids follow', async () => {
    const event = await s.make();
    const before = await s.occurrencesOf(event);
    const moved = await s.change(await s.at(event, 2), 'all', {
      startDate: '2027-03-18T18:00',
      endDate: '2027-03-18T20:00',
    });
    expect(moved.recurrencePattern?.byDay).toEqual(['TH']);
    const after = await s.occurrencesOf(event);
    expect(ids(after)).toEqual(ids(before));
    expect(after.map((each) => each.localStart.slice(5, 10))).toEqual(
      eightTuesdays.map((day) => addDays(`2027-${day}`, 2).slice(5)),
    );
  });

  test.each([
    ['another stays first', 'TU,TH', 1, '03-02 03-04 03-09 03-11', 1, '03-05', 'TU,FR'],
    ['another falls first', 'TU,TH', 1, '03-02 03-04 03-09 03-11', 0, '03-05', 'TH,FR'],
    ['two are neighbors', 'TU,WE,FR', 1, '03-02 03-03 03-05 03-09', 2, '03-06', 'TU,WE,SA'],
    ['weeks are left out', 'TU,TH', 2, '03-02 03-04 03-16 03-18', 1, '03-01', 'MO,TU'],
    ['it began on a Saturday', 'TU,SA', 2, '03-06 03-16 03-20 03-30', 1, '03-17', 'WE,SA'],
  ])('moves one of its weekdays alone where %s', async (_, byDay, interval, days, n, to, named) => {
    const recurrence = { ...weekly, interval, byDay: byDay.split(','), count: 4 };
    const all = days.split(' ');
    const [from, moved] = [all[n], to].map((each) => Temporal.PlainDate.from(`2027-${each}`));
    const on = (said: string) => {
      const day = toDay(Temporal.PlainDate.from(`2027-${said}`));
      return { startDate: `${day}T18:00`, endDate: `${day}T20:00` } as const;
    };
    const event = await s.make({ ...on(all[0] ?? ''), recurrence });
    const before = await s.occurrencesOf(event);
    const shown = await s.at(event, n);
    const rule = { ...recurrence, byDay: named.split(',') };
    const after = await s.change(shown, 'all', { ...on(to), recurrence: rule });
    expect(after).toMatchObject({
      ...on(to),
      occurrenceId: shown.occurrenceId,
      isException: false,
    });
    const expected = all.map((each) => {
      const day = Temporal.PlainDate.from(`2027-${each}`);
      const isOfIt = from && moved && day.dayOfWeek === from.dayOfWeek;
      return (isOfIt ? day.add(from.until(moved)) : day).toString().slice(5);
    });
    const now = await s.occurrencesOf(event);
    expect(now.map((each) => each.localStart.slice(5, 10))).toEqual(expected.toSorted());
    expect(ids(now).toSorted()).toEqual(ids(before).toSorted());
  });

  test('moves a second Tuesday to the second Wednesday', async () => {
    const monthly = { ...weekly, frequency: 'monthly' as const, byDay: ['2TU'], count: 4 };
    const event = await s.make({
      startDate: '2027-03-09T18:00',
      endDate: '2027-03-09T20:00',
      recurrence: monthly,
    });
    const before = await s.occurrencesOf(event);
    const moved = await s.change(await s.at(event, 1), 'all', {
      startDate: '2027-04-14T18:00',
      endDate: '2027-04-14T20:00',
    });
    expect(moved.recurrencePattern?.byDay).toEqual(['2WE']);
    expect(await s.daysOf(event)).toEqual(
      ['03-10', '04-14', '05-12', '06-09'].map((d) => `${d}T18:00`),
    );
    expect(ids(await s.occurrencesOf(event))).toEqual(ids(before));
  });

  test('keeps the ids of the days that another rule names too; what was answered is cancelled', async () => {
    const event = await s.make();
    const before = await s.occurrencesOf(event);
    await s.answer(await s.at(event, 1), s.ana);
    await s.answer(await s.at(event, 2), s.ana);
    await s.change(await s.at(event, 0), 'all', { recurrence: { ...weekly, interval: 2 } });
    const after = await s.occurrencesOf(event);
    expect(after.map((each) => each.localStart.slice(5, 10))).toEqual([
      '03-02',
      '03-16',
      '03-30',
      '04-13',
      '04-27',
      '05-11',
      '05-25',
      '06-08',
    ]);
    expect(ids(after).slice(0, 4)).toEqual([0, 2, 4, 6].map((index) => ids(before)[index]));
    const cancelled = await s.hub.db
      .selectFrom('event_occurrence')
      .select(['id', 'status'])
      .where('event_id', '=', event.id)
      .where('status', '=', 'cancelled')
      .execute();
    expect(cancelled.map(({ id }) => id)).toEqual([ids(before)[1]]);
    // And it is there again, with who comes, once the rule names it again.
    await s.change(await s.at(event, 0), 'all', { recurrence: weekly });
    expect(ids(await s.occurrencesOf(event))[1]).toBe(ids(before)[1]);
    expect((await s.at(event, 1)).participants).toEqual(['Ana Ruiz']);
  });

  test('into something that happens once leaves the occurrence at hand', async () => {
    const event = await s.make();
    const third = await s.at(event, 2);
    const once = await s.change(third, 'all', { recurrence: null });
    expect(once).toMatchObject({ isRecurring: false, occurrenceId: third.occurrenceId });
    expect(await s.daysOf(event)).toEqual(['03-16T18:00']);
    const again = await s.change(once, 'one', { recurrence: { ...weekly, count: 2 } });
    expect(again.occurrenceId).toBe(third.occurrenceId);
    expect(await s.daysOf(event)).toEqual(['03-16T18:00', '03-23T18:00']);
  });
});
