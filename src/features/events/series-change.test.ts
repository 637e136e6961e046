import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { type Day, formatLocal, type LocalDateTime, localToDay } from '#kit/day.ts';
import {
  addMinutes,
  endSeriesBefore,
  expandSeriesInTurns,
  generateOriginalStarts,
  resolveOccurrence,
  type Series,
  startSeriesAt,
} from './series.ts';
import {
  cancelOccurrence,
  editOccurrence,
  editSeries,
  type OccurrenceEdit,
} from './series-change.ts';
import { expandSeries } from './testing/expand-series.ts';
import { parseValidRule } from './testing/random-rules.ts';

const horizon: Day = '2028-12-31';

function createSeries(start: LocalDateTime, rule: string | null, minutes = '02:00'): Series {
  const [hours = 0, rest = 0] = minutes.split(':').map(Number);
  const end = Temporal.PlainDateTime.from(start).add({ hours, minutes: rest });
  return {
    start,
    end: formatLocal(end),
    rule: rule === null ? null : parseValidRule(rule),
    fields: {
      title: 'Forum',
      description: '',
      location: 'Office',
      categoryColor: '2563eb',
      capacity: null,
      maxGuests: 20,
      rsvpClosesMinutesBefore: null,
    },
    exceptions: new Map(),
  };
}

function listOriginals(series: Series): LocalDateTime[] {
  const covered = expandSeries(series, horizon);
  if (!covered.ok) throw new Error(covered.refusal.message);
  return covered.value.originals;
}

const days = (series: Series) => listOriginals(series).map((each) => localToDay(each));

/** The occurrence's current state with `edit` applied. */
function toEdit(
  series: Series,
  original: LocalDateTime,
  edit: Partial<OccurrenceEdit>,
): OccurrenceEdit {
  const { start, end, fields } = resolveOccurrence(series, original);
  return { start, end, fields, rule: undefined, ...edit };
}

function tryEditSeries(series: Series, original: LocalDateTime, edit: Partial<OccurrenceEdit>) {
  const options = { originals: listOriginals(series), horizon };
  return editSeries(series, original, toEdit(series, original, edit), options);
}

function editWholeSeries(series: Series, original: LocalDateTime, edit: Partial<OccurrenceEdit>) {
  const result = tryEditSeries(series, original, edit);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

function editOne(series: Series, original: LocalDateTime, edit: Partial<OccurrenceEdit>): Series {
  const result = editOccurrence(series, original, toEdit(series, original, edit));
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

describe('editing a whole series', () => {
  test.each<[string, LocalDateTime, string, LocalDateTime, LocalDateTime, string]>([
    [
      'weekdays',
      '2027-03-02T18:00',
      'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
      '2027-03-09T18:00',
      '2027-03-11T18:00',
      '2027-03-04 2027-03-06 2027-03-11 2027-03-13',
    ],
    [
      'weekdays of every second week, into the next week',
      '2027-03-01T18:00',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU;COUNT=4',
      '2027-03-01T18:00',
      '2027-03-03T18:00',
      '2027-03-03 2027-03-07 2027-03-17 2027-03-21',
    ],
    [
      'a day back into the previous week',
      '2027-03-01T18:00',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      '2027-03-01T18:00',
      '2027-02-28T18:00',
      '2027-02-28 2027-03-07',
    ],
    [
      'a day of the month',
      '2027-03-15T18:00',
      'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2',
      '2027-04-15T18:00',
      '2027-04-17T18:00',
      '2027-03-17 2027-04-17',
    ],
    [
      'the first Friday to the first Thursday',
      '2027-03-05T18:00',
      'FREQ=MONTHLY;BYDAY=1FR;COUNT=3',
      '2027-04-02T18:00',
      '2027-04-01T18:00',
      '2027-03-04 2027-04-01 2027-05-06',
    ],
    [
      'the last Friday to the last Saturday',
      '2027-03-26T18:00',
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2',
      '2027-03-26T18:00',
      '2027-03-27T18:00',
      '2027-03-27 2027-04-24',
    ],
    [
      'an end date',
      '2027-03-02T18:00',
      'FREQ=WEEKLY;UNTIL=20270316',
      '2027-03-02T18:00',
      '2027-03-03T18:00',
      '2027-03-03 2027-03-10 2027-03-17',
    ],
  ])('moves every occurrence with the edited one: %s', (_, start, rule, from, to, expected) => {
    const series = createSeries(start, rule);
    const end = formatLocal(Temporal.PlainDateTime.from(to).add({ hours: 2 }));
    const { series: after, newStartByOldStart } = editWholeSeries(series, from, { start: to, end });
    expect(days(after).join(' ')).toBe(expected);
    expect(newStartByOldStart.get(from)).toBe(to);
    // Every occurrence is still there.
    expect([...newStartByOldStart.keys()].sort()).toEqual(listOriginals(series));
    expect([...newStartByOldStart.values()].sort()).toEqual(listOriginals(after));
  });

  test.each<[string, LocalDateTime, string, Day, Day, string]>([
    [
      'the 30th to the 1st',
      '2027-03-30T18:00',
      'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=6',
      '2027-04-30',
      '2027-05-01',
      '2027-04-01 2027-05-01 2027-06-01 2027-07-01 2027-08-01 2027-09-01',
    ],
    [
      'the 1st to the 30th',
      '2027-04-01T18:00',
      'FREQ=MONTHLY;BYMONTHDAY=1;COUNT=6',
      '2027-05-01',
      '2027-04-30',
      '2027-03-30 2027-04-30 2027-05-30 2027-06-30 2027-07-30 2027-08-30',
    ],
    [
      'the 28th to the 2nd',
      '2027-01-28T18:00',
      'FREQ=MONTHLY;BYMONTHDAY=28;COUNT=4',
      '2027-02-28',
      '2027-03-02',
      '2027-02-02 2027-03-02 2027-04-02 2027-05-02',
    ],
    [
      'every second month until a day',
      '2027-02-28T18:00',
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28;UNTIL=20270828',
      '2027-04-28',
      '2027-05-01',
      '2027-03-01 2027-05-01 2027-07-01 2027-09-01',
    ],
    [
      'back, until a day on which it does not occur',
      '2027-12-01T18:00',
      'FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20280331',
      '2028-01-01',
      '2027-12-30',
      '2027-11-30 2027-12-30 2028-01-30',
    ],
  ])('moves a day of the month into another month: %s', (_, start, rule, from, to, expected) => {
    const series = createSeries(start, rule);
    const move = (whole: Series, one: Day, other: Day) =>
      editWholeSeries(whole, `${one}T18:00`, { start: `${other}T18:00`, end: `${other}T20:00` });
    const { series: after, newStartByOldStart } = move(series, from, to);
    expect(days(after).join(' ')).toBe(expected);
    const starts = listOriginals(series);
    const moved = starts.map((each) => newStartByOldStart.get(each)).filter((each) => each);
    expect(moved).toEqual(listOriginals(after).slice(0, moved.length));
    expect(newStartByOldStart.get(`${from}T18:00`)).toBe(`${to}T18:00`);
    expect(days(move(after, to, from).series)[0]).toBe(days(series)[0]);
  });

  test('the months follow the day that the rule gives, not an overridden one', () => {
    const series = createSeries('2027-03-30T18:00', 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=3');
    const may = { start: '2027-05-02T18:00', end: '2027-05-02T20:00' } as const;
    const edited = editOne(series, '2027-04-30T18:00', may);
    const { series: after } = editWholeSeries(edited, '2027-04-30T18:00', {
      start: '2027-05-03T18:00',
      end: '2027-05-03T20:00',
    });
    expect(days(after)).toEqual(['2027-04-01', '2027-05-01', '2027-06-01']);
  });

  test('a moved series starts later if the month of its start lacks the day', () => {
    const series = createSeries('2027-02-28T18:00', 'FREQ=MONTHLY;BYMONTHDAY=28;COUNT=3');
    const { series: after } = editWholeSeries(series, '2027-03-28T18:00', {
      start: '2027-03-30T18:00',
      end: '2027-03-30T20:00',
    });
    expect(days(after)).toEqual(['2027-03-30', '2027-04-30', '2027-05-30']);
  });

  test('moving 31sts to the 30th adds months with 30 days and keeps earlier occurrences', () => {
    const series = createSeries('2027-01-31T18:00', 'FREQ=MONTHLY;COUNT=4');
    expect(days(series)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31']);
    const { series: after, newStartByOldStart } = editWholeSeries(series, '2027-03-31T18:00', {
      start: '2027-03-30T18:00',
      end: '2027-03-30T20:00',
    });
    expect(days(after)).toEqual(['2027-01-30', '2027-03-30', '2027-04-30', '2027-05-30']);
    expect([...newStartByOldStart.values()].map((each) => each.slice(5, 7)).sort()).toEqual([
      '01',
      '03',
      '05',
    ]);
  });

  test('is refused if the rule cannot be shifted', () => {
    const series = createSeries('2027-03-05T18:00', 'FREQ=MONTHLY;BYDAY=1FR,3FR;COUNT=4');
    const result = tryEditSeries(series, '2027-03-19T18:00', {
      start: '2027-03-20T18:00',
      end: '2027-03-20T20:00',
    });
    expect(result.ok ? '' : result.refusal.message).toBe(
      'The first day must match the recurrence rule',
    );
  });

  test('changes duration and time of day for all and keeps other occurrences’ overrides', () => {
    const plain = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3');
    const moved = editOne(plain, '2027-03-09T18:00', {
      start: '2027-03-10T08:00',
      end: '2027-03-10T09:00',
      fields: { ...plain.fields, title: 'Breakfast' },
    });
    const { series: after } = editWholeSeries(moved, '2027-03-02T18:00', {
      start: '2027-03-02T19:00',
      end: '2027-03-02T19:30',
      fields: { ...plain.fields, title: 'Board', location: 'Harbor' },
    });
    const shown = listOriginals(after).map((original) => {
      const { start, end, fields } = resolveOccurrence(after, original);
      return [start, end.slice(11), fields.title, fields.location].join(' ');
    });
    expect(shown).toEqual([
      '2027-03-02T19:00 19:30 Board Harbor',
      '2027-03-10T08:00 09:00 Breakfast Harbor',
      '2027-03-16T19:00 19:30 Board Harbor',
    ]);
  });

  test('keeps the exceptions beyond the rows, canceled or changed', () => {
    const plain = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY');
    const canceled = cancelOccurrence(plain, '2029-12-25T18:00');
    const far = editOne(canceled, '2030-01-01T18:00', {
      fields: { ...plain.fields, title: 'New Year' },
    });
    const { series: renamed } = editWholeSeries(far, '2027-03-02T18:00', {
      fields: { ...plain.fields, title: 'Board' },
    });
    expect(renamed.exceptions).toEqual(far.exceptions);
    const { series: moved } = editWholeSeries(far, '2027-03-02T18:00', {
      start: '2027-03-03T19:00',
      end: '2027-03-03T21:00',
    });
    expect([...moved.exceptions.keys()]).toEqual(['2029-12-26T19:00', '2030-01-02T19:00']);
    const monthly = createSeries('2027-03-30T18:00', 'FREQ=MONTHLY;BYMONTHDAY=30');
    const { series: later } = editWholeSeries(
      cancelOccurrence(monthly, '2030-05-30T18:00'),
      '2027-04-30T18:00',
      { start: '2027-05-01T18:00', end: '2027-05-01T20:00' },
    );
    expect([...later.exceptions.keys()]).toEqual(['2030-06-01T18:00']);
  });

  test('applies only the fields that were changed, if the edited occurrence is an exception', () => {
    const plain = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3');
    const edited = editOne(plain, '2027-03-09T18:00', {
      fields: { ...plain.fields, title: 'With guests' },
      start: '2027-03-09T17:00',
      end: '2027-03-09T21:00',
    });
    const { series: after } = editWholeSeries(edited, '2027-03-09T18:00', {
      fields: { ...plain.fields, title: 'With guests', location: 'Harbor' },
    });
    expect(after.fields).toMatchObject({ title: 'Forum', location: 'Harbor' });
    expect(resolveOccurrence(after, '2027-03-09T18:00')).toMatchObject({
      start: '2027-03-09T17:00',
      end: '2027-03-09T21:00',
      fields: { title: 'With guests', location: 'Harbor' },
    });
    expect(after.start).toBe('2027-03-02T18:00');
    const later = { start: '2027-03-10T17:00', end: '2027-03-10T21:00' } as const;
    const { series: moved } = editWholeSeries(edited, '2027-03-09T18:00', later);
    expect([moved.start, moved.end]).toEqual(['2027-03-03T18:00', '2027-03-03T20:00']);
    expect(resolveOccurrence(moved, '2027-03-10T18:00')).toMatchObject(later);
  });

  test('may move the first occurrence later if the rule changes', () => {
    const series = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4');
    const { series: after, newStartByOldStart } = editWholeSeries(series, '2027-03-04T18:00', {
      rule: parseValidRule('FREQ=WEEKLY;BYDAY=TH;COUNT=4'),
    });
    expect(days(after)).toEqual(['2027-03-04', '2027-03-11', '2027-03-18', '2027-03-25']);
    expect(newStartByOldStart.has('2027-03-02T18:00')).toBe(false);
  });

  test('keeps only the edited occurrence if the series no longer repeats', () => {
    const series = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');
    const { series: after } = editWholeSeries(series, '2027-03-16T18:00', { rule: null });
    expect([after.rule, listOriginals(after)]).toEqual([null, ['2027-03-16T18:00']]);
  });
});

describe('editing one occurrence', () => {
  const series = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');

  test('a canceled occurrence still counts toward the series’ count', () => {
    const after = cancelOccurrence(series, '2027-03-09T18:00');
    expect(days(after)).toHaveLength(4);
    expect(resolveOccurrence(after, '2027-03-09T18:00').isCanceled).toBe(true);
  });

  test('an occurrence may be unlimited in a series with a capacity', () => {
    const narrow = { ...series, fields: { ...series.fields, capacity: 5 } };
    const after = editOne(narrow, '2027-03-09T18:00', {
      fields: { ...narrow.fields, capacity: null },
    });
    expect(resolveOccurrence(after, '2027-03-09T18:00')).toMatchObject({
      overrides: { capacity: null },
      fields: { capacity: null },
    });
    expect(resolveOccurrence(after, '2027-03-16T18:00').fields.capacity).toBe(5);
  });
});

describe('splitting a series', () => {
  test.each([
    'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;UNTIL=20270901',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=MO',
    'FREQ=DAILY;INTERVAL=3;COUNT=40',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,-1TU;COUNT=12',
    'FREQ=YEARLY;BYDAY=TU;BYMONTH=3;COUNT=20',
  ])('keeps every occurrence in one of the two parts: %s', (rule) => {
    const whole = createSeries('2027-03-02T18:00', rule);
    const all = listOriginals(whole);
    for (const at of all.slice(1, 12)) {
      const [before, after] = [endSeriesBefore(whole, at), startSeriesAt(whole, at)];
      expect([...listOriginals(before), ...listOriginals(after)]).toEqual(all);
      expect(listOriginals(after)[0]).toBe(at);
    }
  });

  test('divides the exceptions between the parts', () => {
    const whole = createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');
    const edited = cancelOccurrence(
      cancelOccurrence(whole, '2027-03-09T18:00'),
      '2027-03-16T18:00',
    );
    expect([...endSeriesBefore(edited, '2027-03-16T18:00').exceptions.keys()]).toEqual([
      '2027-03-09T18:00',
    ]);
    expect([...startSeriesAt(edited, '2027-03-16T18:00').exceptions.keys()]).toEqual([
      '2027-03-16T18:00',
    ]);
  });
});

test('a series is expanded to its horizon, at least to its first occurrence, and says whether more follow', () => {
  const open = expandSeries(createSeries('2027-03-02T18:00', 'FREQ=WEEKLY'), '2027-03-20');
  expect(open).toMatchObject({ value: { until: '2027-03-20' } });
  expect(open.ok && open.value.originals).toHaveLength(3);
  const far = expandSeries(createSeries('2040-03-06T18:00', 'FREQ=WEEKLY'), '2027-03-20');
  expect(far).toMatchObject({
    value: { originals: ['2040-03-06T18:00'], until: '2040-03-06' },
  });
  const over = expandSeries(createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3'), '2027-03-16');
  expect(over).toMatchObject({ value: { until: null } });
  const going = expandSeries(createSeries('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3'), '2027-03-15');
  expect(going).toMatchObject({ value: { until: '2027-03-15' } });
  const many = expandSeries(createSeries('1990-03-02T18:00', 'FREQ=DAILY'), '2027-03-20');
  expect(many.ok).toBe(false);
  expect([
    ...generateOriginalStarts(createSeries('2027-03-02T18:00', null), {
      from: '2027-03-03',
      to: '2027-04-01',
    }),
  ]).toEqual([]);
});

test('a series with too many overlapping occurrences is refused', () => {
  const isAllowed = (days: number, rule: string) => {
    const start = '2035-03-01T18:00';
    const series = { ...createSeries(start, rule), end: addMinutes(start, days * 1_440) };
    return expandSeries(series, '2028-01-01').ok;
  };
  expect(isAllowed(7, 'FREQ=DAILY')).toBe(true);
  expect(isAllowed(8, 'FREQ=DAILY')).toBe(false);
  expect(isAllowed(49, 'FREQ=WEEKLY')).toBe(true);
  expect(isAllowed(50, 'FREQ=WEEKLY')).toBe(false);
  expect(isAllowed(365, 'FREQ=YEARLY')).toBe(true);
  expect(isAllowed(365, 'FREQ=DAILY;COUNT=7')).toBe(true);
  expect(isAllowed(31, 'FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYMONTHDAY=1,2,3,4,5,6,7,8')).toBe(false);
});

test.each([
  ['FREQ=DAILY;COUNT=10000', true],
  ['FREQ=WEEKLY;COUNT=3000', true],
  ['FREQ=WEEKLY;COUNT=10000', false],
  ['FREQ=YEARLY;INTERVAL=4;COUNT=55', true],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=16', true],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=17', false],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=10000', false],
])('a count that takes the rule too long to reach is refused: %s', (rule, isTaken) => {
  expect(expandSeries(createSeries('2028-02-29T18:00', rule), '2029-01-01').ok).toBe(isTaken);
});

test('thousands of occurrences are mapped by walking a counted series only once', () => {
  const many = createSeries('1900-01-01T18:00', 'FREQ=MONTHLY;BYMONTHDAY=1,5,10,15,20,25');
  expect(listOriginals(many).length).toBeGreaterThan(9_000);
  // One walk per occurrence would take minutes and time out.
  const { newStartByOldStart } = editWholeSeries(many, '1900-01-01T18:00', {
    rule: parseValidRule('FREQ=MONTHLY;BYMONTHDAY=1;COUNT=600'),
  });
  expect(newStartByOldStart.size).toBe(600);
  expect([...newStartByOldStart].every(([old, now]) => old === now)).toBe(true);
});

test('minutes are added as on a calendar, within the day and beyond it', () => {
  const minutes = fc.oneof(
    fc.integer({ min: -3_000, max: 3_000 }),
    fc.integer({ min: -600_000, max: 600_000 }),
  );
  const starts = fc.tuple(
    fc.integer({ min: -30_000, max: 30_000 }),
    fc.integer({ min: 0, max: 1_439 }),
  );
  fc.assert(
    fc.property(starts, minutes, ([days, minute], added) => {
      const start = Temporal.PlainDateTime.from('2026-03-01T00:00')
        .add({ days })
        .add({ minutes: minute });
      expect(addMinutes(formatLocal(start), added)).toBe(
        formatLocal(start.add({ minutes: added })),
      );
    }),
    { numRuns: scaleRuns(2_000) },
  );
});

test('a series is expanded in turns as it is at once', async () => {
  for (const rule of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=9990', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3']) {
    const series = createSeries('2004-02-02T18:00', rule);
    let turns = 0;
    const nextTurn = async () => {
      turns += 1;
    };
    const inTurns = await expandSeriesInTurns(series, horizon, nextTurn);
    const atOnce = expandSeries(series, horizon);
    expect(inTurns).toEqual(atOnce);
    if (!atOnce.ok) return expect.fail('it is refused');
    expect(turns).toBeGreaterThanOrEqual(Math.floor(atOnce.value.originals.length / 500));
  }
});
