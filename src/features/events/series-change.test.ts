import { describe, expect, test } from 'vitest';
import { type Day, dayOfLocal, formatLocal, type LocalDateTime } from '#kit/day.ts';
import {
  addMinutes,
  begunAt,
  coverageOf,
  endedBefore,
  expectedAt,
  originalsOf,
  type Series,
} from './series.ts';
import { cancelledOne, changedAll, changedOne, type Wish } from './series-change.ts';
import { ruleOf } from './testing/random-rules.ts';

const horizon: Day = '2028-12-31';

function seriesOf(start: LocalDateTime, rule: string | null, minutes = '02:00'): Series {
  const [hours = 0, rest = 0] = minutes.split(':').map(Number);
  const end = Temporal.PlainDateTime.from(start).add({ hours, minutes: rest });
  return {
    start,
    end: formatLocal(end),
    rule: rule === null ? null : ruleOf(rule),
    fields: {
      title: 'Forum',
      description: '',
      location: 'Office',
      categoryColor: '2563eb',
      capacity: null,
      rsvpClosesMinutesBefore: null,
    },
    exceptions: new Map(),
  };
}

function originals(series: Series): LocalDateTime[] {
  const covered = coverageOf(series, horizon);
  if (!covered.ok) throw new Error(covered.refusal.message);
  return covered.value.originals;
}

const days = (series: Series) => originals(series).map((each) => dayOfLocal(each));

/** An occurrence as it is, with what is wished. */
function wishOf(series: Series, original: LocalDateTime, wish: Partial<Wish>): Wish {
  const { start, end, fields } = expectedAt(series, original);
  return { start, end, fields, rule: undefined, ...wish };
}

function changed(series: Series, original: LocalDateTime, wish: Partial<Wish>) {
  const asked = { originals: originals(series), horizon };
  return changedAll(series, original, wishOf(series, original, wish), asked);
}

function done(series: Series, original: LocalDateTime, wish: Partial<Wish>) {
  const result = changed(series, original, wish);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

function one(series: Series, original: LocalDateTime, wish: Partial<Wish>): Series {
  const result = changedOne(series, original, wishOf(series, original, wish));
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

describe('a whole series that moves', () => {
  test.each<[string, LocalDateTime, string, LocalDateTime, LocalDateTime, string]>([
    [
      'weekdays turn',
      '2027-03-02T18:00',
      'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
      '2027-03-09T18:00',
      '2027-03-11T18:00',
      '2027-03-04 2027-03-06 2027-03-11 2027-03-13',
    ],
    [
      'back over the week’s edge',
      '2027-03-01T18:00',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      '2027-03-01T18:00',
      '2027-02-28T18:00',
      '2027-02-28 2027-03-07',
    ],
    [
      'its day of the month',
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
      'until its last day, which moves too',
      '2027-03-02T18:00',
      'FREQ=WEEKLY;UNTIL=20270316',
      '2027-03-02T18:00',
      '2027-03-03T18:00',
      '2027-03-03 2027-03-10 2027-03-17',
    ],
  ])('takes along %s', (_, start, rule, from, to, expected) => {
    const series = seriesOf(start, rule);
    const end = formatLocal(Temporal.PlainDateTime.from(to).add({ hours: 2 }));
    const { series: after, moved } = done(series, from, { start: to, end });
    expect(days(after).join(' ')).toBe(expected);
    expect(moved.get(from)).toBe(to);
    // All that were there are still there.
    expect([...moved.keys()].sort()).toEqual(originals(series));
    expect([...moved.values()].sort()).toEqual(originals(after));
  });

  test('of 31sts, to the 30th: months with a 30th alone come in, those of before keep theirs', () => {
    const series = seriesOf('2027-01-31T18:00', 'FREQ=MONTHLY;COUNT=4');
    expect(days(series)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31']);
    const { series: after, moved } = done(series, '2027-03-31T18:00', {
      start: '2027-03-30T18:00',
      end: '2027-03-30T20:00',
    });
    expect(days(after)).toEqual(['2027-01-30', '2027-03-30', '2027-04-30', '2027-05-30']);
    expect([...moved.values()].map((each) => each.slice(5, 7)).sort()).toEqual(['01', '03', '05']);
  });

  test('is refused where its rule cannot follow', () => {
    const series = seriesOf('2027-03-05T18:00', 'FREQ=MONTHLY;BYDAY=1FR,3FR;COUNT=4');
    const result = changed(series, '2027-03-19T18:00', {
      start: '2027-03-20T18:00',
      end: '2027-03-20T20:00',
    });
    expect(result.ok ? '' : result.refusal.message).toBe(
      'The first day must match the recurrence rule',
    );
  });

  test('changes length and time of day for all, and what others have of their own stays theirs', () => {
    const plain = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3');
    const moved = one(plain, '2027-03-09T18:00', {
      start: '2027-03-10T08:00',
      end: '2027-03-10T09:00',
      fields: { ...plain.fields, title: 'Breakfast' },
    });
    const { series: after } = done(moved, '2027-03-02T18:00', {
      start: '2027-03-02T19:00',
      end: '2027-03-02T19:30',
      fields: { ...plain.fields, title: 'Board', location: 'Harbor' },
    });
    const told = originals(after).map((original) => {
      const { start, end, fields } = expectedAt(after, original);
      return [start, end.slice(11), fields.title, fields.location].join(' ');
    });
    expect(told).toEqual([
      '2027-03-02T19:00 19:30 Board Harbor',
      '2027-03-10T08:00 09:00 Breakfast Harbor',
      '2027-03-16T19:00 19:30 Board Harbor',
    ]);
  });

  test('from an occurrence of its own: only what was changed there changes for all', () => {
    const plain = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3');
    const own = one(plain, '2027-03-09T18:00', {
      fields: { ...plain.fields, title: 'With guests' },
      start: '2027-03-09T17:00',
      end: '2027-03-09T21:00',
    });
    const { series: after } = done(own, '2027-03-09T18:00', {
      fields: { ...plain.fields, title: 'With guests', location: 'Harbor' },
    });
    expect(after.fields).toMatchObject({ title: 'Forum', location: 'Harbor' });
    expect(expectedAt(after, '2027-03-09T18:00')).toMatchObject({
      start: '2027-03-09T17:00',
      end: '2027-03-09T21:00',
      fields: { title: 'With guests', location: 'Harbor' },
    });
    expect(after.start).toBe('2027-03-02T18:00');
    const later = { start: '2027-03-10T17:00', end: '2027-03-10T21:00' } as const;
    const { series: moved } = done(own, '2027-03-09T18:00', later);
    expect([moved.start, moved.end]).toEqual(['2027-03-03T18:00', '2027-03-03T20:00']);
    expect(expectedAt(moved, '2027-03-10T18:00')).toMatchObject(later);
  });

  test('with another rule may begin later than it did', () => {
    const series = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4');
    const { series: after, moved } = done(series, '2027-03-04T18:00', {
      rule: ruleOf('FREQ=WEEKLY;BYDAY=TH;COUNT=4'),
    });
    expect(days(after)).toEqual(['2027-03-04', '2027-03-11', '2027-03-18', '2027-03-25']);
    expect(moved.has('2027-03-02T18:00')).toBe(false);
  });

  test('that happens once from now on happens where the occurrence at hand is', () => {
    const series = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');
    const { series: after } = done(series, '2027-03-16T18:00', { rule: null });
    expect([after.rule, originals(after)]).toEqual([null, ['2027-03-16T18:00']]);
  });
});

describe('one occurrence', () => {
  const series = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');

  test('that does not happen counts all the same', () => {
    const after = cancelledOne(series, '2027-03-09T18:00');
    expect(days(after)).toHaveLength(4);
    expect(expectedAt(after, '2027-03-09T18:00').isCancelled).toBe(true);
  });

  test('may be free of a capacity that the others have', () => {
    const narrow = { ...series, fields: { ...series.fields, capacity: 5 } };
    const after = one(narrow, '2027-03-09T18:00', { fields: { ...narrow.fields, capacity: null } });
    expect(expectedAt(after, '2027-03-09T18:00')).toMatchObject({
      own: { capacity: null },
      fields: { capacity: null },
    });
    expect(expectedAt(after, '2027-03-16T18:00').fields.capacity).toBe(5);
  });
});

describe('a series in two', () => {
  test.each([
    'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;UNTIL=20270901',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=MO',
    'FREQ=DAILY;INTERVAL=3;COUNT=40',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,-1TU;COUNT=12',
    'FREQ=YEARLY;BYDAY=TU;BYMONTH=3;COUNT=20',
  ])('has together what it had: %s', (rule) => {
    const whole = seriesOf('2027-03-02T18:00', rule);
    const all = originals(whole);
    for (const at of all.slice(1, 12)) {
      const [before, after] = [endedBefore(whole, at), begunAt(whole, at)];
      expect([...originals(before), ...originals(after)]).toEqual(all);
      expect(originals(after)[0]).toBe(at);
    }
  });

  test('has its exceptions on either side', () => {
    const whole = seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=4');
    const own = cancelledOne(cancelledOne(whole, '2027-03-09T18:00'), '2027-03-16T18:00');
    expect([...endedBefore(own, '2027-03-16T18:00').exceptions.keys()]).toEqual([
      '2027-03-09T18:00',
    ]);
    expect([...begunAt(own, '2027-03-16T18:00').exceptions.keys()]).toEqual(['2027-03-16T18:00']);
  });
});

test('a series covers its horizon, its first occurrence in any case, and says what is left', () => {
  const open = coverageOf(seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY'), '2027-03-20');
  expect(open).toMatchObject({ value: { until: '2027-03-20' } });
  expect(open.ok && open.value.originals).toHaveLength(3);
  const far = coverageOf(seriesOf('2040-03-06T18:00', 'FREQ=WEEKLY'), '2027-03-20');
  expect(far).toMatchObject({
    value: { originals: ['2040-03-06T18:00'], until: '2040-03-06' },
  });
  const over = coverageOf(seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3'), '2027-03-16');
  expect(over).toMatchObject({ value: { until: null } });
  const going = coverageOf(seriesOf('2027-03-02T18:00', 'FREQ=WEEKLY;COUNT=3'), '2027-03-15');
  expect(going).toMatchObject({ value: { until: '2027-03-15' } });
  const many = coverageOf(seriesOf('1990-03-02T18:00', 'FREQ=DAILY'), '2027-03-20');
  expect(many.ok).toBe(false);
  expect([
    ...originalsOf(seriesOf('2027-03-02T18:00', null), { from: '2027-03-03', to: '2027-04-01' }),
  ]).toEqual([]);
});

test('a series is refused of which more go on at once than a window should show', () => {
  const lasting = (days: number, rule: string) => {
    const start = '2035-03-01T18:00';
    const series = { ...seriesOf(start, rule), end: addMinutes(start, days * 1_440) };
    return coverageOf(series, '2028-01-01').ok;
  };
  expect(lasting(7, 'FREQ=DAILY')).toBe(true);
  expect(lasting(8, 'FREQ=DAILY')).toBe(false);
  expect(lasting(49, 'FREQ=WEEKLY')).toBe(true);
  expect(lasting(50, 'FREQ=WEEKLY')).toBe(false);
  expect(lasting(365, 'FREQ=YEARLY')).toBe(true);
  expect(lasting(365, 'FREQ=DAILY;COUNT=7')).toBe(true);
  expect(lasting(31, 'FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYMONTHDAY=1,2,3,4,5,6,7,8')).toBe(false);
});

test.each([
  ['FREQ=DAILY;COUNT=10000', true],
  ['FREQ=WEEKLY;COUNT=3000', true],
  ['FREQ=WEEKLY;COUNT=10000', false],
  ['FREQ=YEARLY;INTERVAL=4;COUNT=55', true],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=16', true],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=17', false],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=10000', false],
])('a count is refused that a rule takes too long to come to: %s', (rule, isTaken) => {
  expect(coverageOf(seriesOf('2028-02-29T18:00', rule), '2029-01-01').ok).toBe(isTaken);
});

test('thousands of occurrences find their places in a counted series by one walk through it', () => {
  const many = seriesOf('1900-01-01T18:00', 'FREQ=MONTHLY;BYMONTHDAY=1,5,10,15,20,25');
  expect(originals(many).length).toBeGreaterThan(9_000);
  // A walk for each is minutes, and no test may last as long.
  const { moved } = done(many, '1900-01-01T18:00', {
    rule: ruleOf('FREQ=MONTHLY;BYMONTHDAY=1;COUNT=600'),
  });
  expect(moved.size).toBe(600);
  expect([...moved].every(([old, now]) => old === now)).toBe(true);
});
