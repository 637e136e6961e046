import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { localToDay, toDay } from '#kit/day.ts';
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
  test('is created with all its occurrences, at the same local time across a clock change', async () => {
    const event = await s.createEvent();
    expect(event).toMatchObject({
      isRecurring: true,
      isException: false,
      recurrencePattern: weekly,
      series: { startDate: forum.startDate, endDate: forum.endDate },
    });
    const all = await s.listOccurrences(event);
    expect(all.map((each) => each.localStart)).toEqual(
      eightTuesdays.map((day) => `2027-${day}T18:00`),
    );
    expect([all[1], all[2]].map((each) => each?.occurrenceStartDate)).toEqual([
      '2027-03-10T02:00:00.000Z',
      '2027-03-17T01:00:00.000Z',
    ]);
  });

  test('moves forward only on the day its time falls into a gap', async () => {
    const daily = { ...weekly, frequency: 'daily' as const, byDay: [], count: 3 };
    const startDate = '2027-03-13T02:30';
    const event = await s.createEvent({
      startDate,
      endDate: '2027-03-13T03:00',
      recurrence: daily,
    });
    const all = await s.listOccurrences(event);
    expect(all.map((each) => each.occurrenceStartDate)).toEqual([
      '2027-03-13T10:30:00.000Z',
      '2027-03-14T10:30:00.000Z',
      '2027-03-15T09:30:00.000Z',
    ]);
    expect(all.map((each) => each.localStart.slice(11))).toEqual(['02:30', '02:30', '02:30']);
  });

  test('without an end has rows for 18 months, and more once someone views a later date', async () => {
    const event = await s.createEvent({ recurrence: { ...weekly, count: null } });
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
    expect(first.map((each) => localToDay(each.localStart))).toEqual([
      '2035-06-05',
      '2035-06-12',
      '2035-06-19',
      '2035-06-26',
    ]);
    expect(ids(again)).toEqual(ids(first));
    expect((await rows()).length).toBe(before + 4);
    await s.remove(await s.readOccurrence(event, 0), 'all');
  });

  test.each<[string, object, string]>([
    ['an unknown rule part', { bySetPos: [1] }, 'recurrence'],
    ['an hourly frequency', { frequency: 'hourly' }, 'recurrence.frequency'],
    ['an invalid weekday', { byDay: ['XX'] }, 'recurrence.byDay.0'],
    ['the same weekday twice', { byDay: ['TU', 'TU'] }, 'recurrence.byDay'],
    ['an ordinal in a weekly rule', { byDay: ['2TU'] }, 'recurrence'],
    ['an ordinal of zero', { frequency: 'monthly', byDay: ['0MO', '1TU'] }, 'recurrence.byDay.0'],
    [
      'an ordinal of 54 in a yearly rule',
      { frequency: 'yearly', byDay: ['54MO', '9TU'] },
      'recurrence.byDay.0',
    ],
    [
      'the same ordinal twice',
      { frequency: 'monthly', byDay: ['1TU', '+1TU'] },
      'recurrence.byDay',
    ],
    [
      'an end date beyond the supported range',
      { endBy: '9999-12-31', count: null },
      'recurrence.endBy',
    ],
    ['an interval of zero', { interval: 0 }, 'recurrence.interval'],
    ['two ends', { endBy: '2027-12-31' }, 'recurrence.count'],
    ['an end before its start', { endBy: '2027-03-01', count: null }, 'recurrence'],
    ['a first day that does not match its rule', { byDay: ['WE'] }, 'recurrence'],
    ['more occurrences than allowed', { frequency: 'daily', byDay: [], count: null }, 'recurrence'],
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
  test('changes only that one; unchanged fields keep following the series', async () => {
    const event = await s.createEvent();
    const third = await s.readOccurrence(event, 2);
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
    const renamed = await s.change(await s.readOccurrence(event, 0), 'all', {
      location: 'Harbor House',
    });
    expect(renamed.version).toBe(3);
    const all = await s.listOccurrences(event);
    expect(
      all.map((each) => `${each.localStart.slice(5, 10)} ${each.title} ${each.location}`),
    ).toEqual(
      eightTuesdays.map((day) =>
        day === '03-16' ? '03-17 Forum with guests Harbor House' : `${day} Forum Harbor House`,
      ),
    );
  });

  test('back to the series’ values removes the exception', async () => {
    const event = await s.createEvent();
    const third = await s.readOccurrence(event, 2);
    await s.change(third, 'one', { title: 'Other', endDate: '2027-03-16T21:00' });
    const back = await s.change(await s.readOccurrence(event, 2), 'one', {
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

  test('refuses a different recurrence and accepts the current one', async () => {
    const event = await s.createEvent();
    const second = await s.readOccurrence(event, 1);
    const refused = await s.sendChange(second, 'one', { recurrence: { ...weekly, count: 9 } });
    expect(refused.refusal()).toMatchObject({ code: 'recurrence_invalid', field: 'recurrence' });
    expect((await s.sendChange(second, 'one', { title: 'Mine', recurrence: weekly })).status).toBe(
      200,
    );
  });
});

describe('changing a whole series', () => {
  test('moves its time of day and keeps ids and RSVPs', async () => {
    const event = await s.createEvent();
    const before = await s.listOccurrences(event);
    await s.rsvp(await s.readOccurrence(event, 4), s.ana);
    await s.change(await s.readOccurrence(event, 3), 'all', {
      startDate: '2027-03-23T19:15',
      endDate: '2027-03-23T20:00',
    });
    const after = await s.listOccurrences(event);
    expect(ids(after)).toEqual(ids(before));
    expect(after.map((each) => each.localStart.slice(5))).toEqual(
      eightTuesdays.map((day) => `${day}T19:15`),
    );
    expect((await s.readOccurrence(event, 4)).participants).toEqual(['Ana Ruiz']);
    expect((await s.readOccurrence(event, 4)).rsvp.going).toBe(2);
  });

  test('moves it and its rule to another weekday and keeps ids', async () => {
    const event = await s.createEvent();
    const before = await s.listOccurrences(event);
    const moved = await s.change(await s.readOccurrence(event, 2), 'all', {
      startDate: '2027-03-18T18:00',
      endDate: '2027-03-18T20:00',
    });
    expect(moved.recurrencePattern?.byDay).toEqual(['TH']);
    const after = await s.listOccurrences(event);
    expect(ids(after)).toEqual(ids(before));
    expect(after.map((each) => each.localStart.slice(5, 10))).toEqual(
      eightTuesdays.map((day) => addDays(`2027-${day}`, 2).slice(5)),
    );
  });

  test.each([
    ['another weekday stays first', 'TU,TH', 1, '03-02 03-04 03-09 03-11', 1, '03-05', 'TU,FR'],
    ['another weekday becomes first', 'TU,TH', 1, '03-02 03-04 03-09 03-11', 0, '03-05', 'TH,FR'],
    ['two weekdays are adjacent', 'TU,WE,FR', 1, '03-02 03-03 03-05 03-09', 2, '03-06', 'TU,WE,SA'],
    ['the rule skips weeks', 'TU,TH', 2, '03-02 03-04 03-16 03-18', 1, '03-01', 'MO,TU'],
    ['the series starts on a Saturday', 'TU,SA', 2, '03-06 03-16 03-20 03-30', 1, '03-17', 'WE,SA'],
  ])('moves only one of its weekdays if %s', async (_, byDay, interval, days, n, to, named) => {
    const recurrence = { ...weekly, interval, byDay: byDay.split(','), count: 4 };
    const all = days.split(' ');
    const [from, moved] = [all[n], to].map((each) => Temporal.PlainDate.from(`2027-${each}`));
    const on = (monthDay: string) => {
      const day = toDay(Temporal.PlainDate.from(`2027-${monthDay}`));
      return { startDate: `${day}T18:00`, endDate: `${day}T20:00` } as const;
    };
    const event = await s.createEvent({ ...on(all[0] ?? ''), recurrence });
    const before = await s.listOccurrences(event);
    const shown = await s.readOccurrence(event, n);
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
    const now = await s.listOccurrences(event);
    expect(now.map((each) => each.localStart.slice(5, 10))).toEqual(expected.toSorted());
    expect(ids(now).toSorted()).toEqual(ids(before).toSorted());
  });

  test('moves a monthly second Tuesday to the second Wednesday', async () => {
    const monthly = { ...weekly, frequency: 'monthly' as const, byDay: ['2TU'], count: 4 };
    const event = await s.createEvent({
      startDate: '2027-03-09T18:00',
      endDate: '2027-03-09T20:00',
      recurrence: monthly,
    });
    const before = await s.listOccurrences(event);
    const moved = await s.change(await s.readOccurrence(event, 1), 'all', {
      startDate: '2027-04-14T18:00',
      endDate: '2027-04-14T20:00',
    });
    expect(moved.recurrencePattern?.byDay).toEqual(['2WE']);
    expect(await s.listStarts(event)).toEqual(
      ['03-10', '04-14', '05-12', '06-09'].map((d) => `${d}T18:00`),
    );
    expect(ids(await s.listOccurrences(event))).toEqual(ids(before));
  });

  test('keeps the ids of days that the new rule shares, and cancels others that have RSVPs', async () => {
    const event = await s.createEvent();
    const before = await s.listOccurrences(event);
    await s.rsvp(await s.readOccurrence(event, 1), s.ana);
    await s.rsvp(await s.readOccurrence(event, 2), s.ana);
    await s.change(await s.readOccurrence(event, 0), 'all', {
      recurrence: { ...weekly, interval: 2 },
    });
    const after = await s.listOccurrences(event);
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
    const canceled = await s.hub.db
      .selectFrom('event_occurrence')
      .select(['id', 'status'])
      .where('event_id', '=', event.id)
      .where('status', '=', 'cancelled')
      .execute();
    expect(canceled.map(({ id }) => id)).toEqual([ids(before)[1]]);
    // A canceled occurrence returns with its attendees once the rule includes it again.
    await s.change(await s.readOccurrence(event, 0), 'all', { recurrence: weekly });
    expect(ids(await s.listOccurrences(event))[1]).toBe(ids(before)[1]);
    expect((await s.readOccurrence(event, 1)).participants).toEqual(['Ana Ruiz']);
  });

  test('brings a date back without the spots of who was removed while it was canceled', async () => {
    const [admin, leaver] = [
      await s.chapter.person('Ida Admin', 'admin'),
      await s.chapter.person('Leo Leaver'),
    ];
    const event = await s.createEvent({ capacity: 2 });
    const second = await s.readOccurrence(event, 1);
    for (const person of [leaver, s.maya]) await s.rsvp(second, person);
    await s.change(await s.readOccurrence(event, 0), 'all', {
      recurrence: { ...weekly, interval: 2 },
    });
    const removed = await admin.call(membershipCalls.changeStatus, {
      params: { memberId: leaver.memberId },
      body: { status: 'removed' },
    });
    expect(removed.status).toBe(200);
    await s.change(await s.readOccurrence(event, 0), 'all', { recurrence: weekly });
    const back = await s.readOccurrence(event, 1);
    expect(back.occurrenceId).toBe(second.occurrenceId);
    expect(back.participants).toEqual(['Maya Chen']);
    expect(back.rsvp).toMatchObject({ going: 2, waitlisted: 0 });
  });

  test('to one that does not repeat keeps only the edited occurrence', async () => {
    const event = await s.createEvent();
    const third = await s.readOccurrence(event, 2);
    const once = await s.change(third, 'all', { recurrence: null });
    expect(once).toMatchObject({ isRecurring: false, occurrenceId: third.occurrenceId });
    expect(await s.listStarts(event)).toEqual(['03-16T18:00']);
    const again = await s.change(once, 'one', { recurrence: { ...weekly, count: 2 } });
    expect(again.occurrenceId).toBe(third.occurrenceId);
    expect(await s.listStarts(event)).toEqual(['03-16T18:00', '03-23T18:00']);
  });
});
