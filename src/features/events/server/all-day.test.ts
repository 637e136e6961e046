/** Events of whole days through the API: stored, moved, repeated, described and kept as days. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allDayTimes } from '../all-day.ts';
import type { EventDetail } from '../event.ts';
import { type SeriesScene, startSeriesScene, weekly } from './testing/series-scene.ts';

let scene: SeriesScene;
beforeAll(async () => {
  scene = await startSeriesScene();
});
afterAll(() => scene?.hub.close());

const listDays = async (event: EventDetail) =>
  (await scene.listOccurrences(event)).map(
    ({ localStart, localEnd }) => `${localStart.slice(5)} ${localEnd.slice(5)}`,
  );

test('days over a change of the clocks begin and end at midnight, and close with the last one', async () => {
  const retreat = await scene.createEvent({
    ...allDayTimes('2027-03-13', '2027-03-14'),
    recurrence: null,
    rsvpClosesMinutesBefore: 0,
  });
  expect([retreat.startDate, retreat.endDate]).toEqual(['2027-03-13T00:00', '2027-03-15T00:00']);
  expect([retreat.startsAt, retreat.endsAt]).toEqual([
    '2027-03-13T08:00:00.000Z',
    '2027-03-15T07:00:00.000Z',
  ]);
  expect(retreat.rsvp.deadline).toBe(retreat.startsAt);
});

test.each([
  ['daily', [], '2027-03-12', ['03-12', '03-13', '03-14', '03-15']],
  ['weekly', ['FR'], '2027-03-12', ['03-12', '03-19', '03-26', '04-02']],
  ['monthly', [], '2027-03-12', ['03-12', '04-12', '05-12', '06-12']],
  ['yearly', [], '2027-03-12', ['03-12']],
] as const)('days repeat %s', async (frequency, byDay, first, days) => {
  const recurrence = { ...weekly, frequency, byDay: [...byDay], count: 4 };
  const event = await scene.createEvent({ ...allDayTimes(first), recurrence });
  expect((await listDays(event)).map((each) => each.slice(0, 11))).toEqual(
    days.map((day) => `${day}T00:00`),
  );
});

test('days of a series are moved and canceled one by one or all together, and can get times', async () => {
  const event = await scene.createEvent({
    ...allDayTimes('2027-03-09'),
    recurrence: { ...weekly, count: 4 },
  });
  await scene.change(await scene.readOccurrence(event, 1), 'one', allDayTimes('2027-03-17'));
  (await scene.remove(await scene.readOccurrence(event, 2), 'one')).value();
  expect(await listDays(event)).toEqual([
    '03-09T00:00 03-10T00:00',
    '03-17T00:00 03-18T00:00',
    '03-30T00:00 03-31T00:00',
  ]);
  await scene.change(await scene.readOccurrence(event, 0), 'all', {
    ...allDayTimes('2027-03-10', '2027-03-11'),
  });
  expect(await listDays(event)).toEqual([
    '03-10T00:00 03-12T00:00',
    '03-17T00:00 03-18T00:00',
    '03-31T00:00 04-02T00:00',
  ]);
  await scene.change(await scene.readOccurrence(event, 0), 'one', {
    startDate: '2027-03-10T18:00',
    endDate: '2027-03-10T20:00',
  });
  expect((await listDays(event))[0]).toBe('03-10T18:00 03-10T20:00');
});

test('the audit log shows the days, of which the last is not the one after', async () => {
  const days = await scene.createEvent({
    ...allDayTimes('2027-05-01', '2027-05-02'),
    recurrence: null,
  });
  await scene.change(days, 'all', allDayTimes('2027-05-03'));
  const records = await scene.hub.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('entity_id', '=', days.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const recorded = records.map(({ after }) => after as { startDate: string; endDate: string });
  expect(recorded.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ['2027-05-01', '2027-05-02'],
    ['2027-05-03', '2027-05-03'],
  ]);
});
