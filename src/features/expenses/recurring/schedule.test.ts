import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { type RecurringRule, recurringFrequencies, recurringRule } from './recurring.ts';
import {
  afterMaking,
  changeSchedule,
  dayAt,
  nextDay,
  type Schedule,
  skipThrough,
  startSchedule,
  toRule,
} from './schedule.ts';

const runs = 2_000;

function ruleWith(more: Partial<RecurringRule>): RecurringRule {
  return { frequency: 'monthly', interval: 1, endBy: null, count: null, ...more };
}

function start(firstDay: Day, more: Partial<RecurringRule> = {}): Schedule {
  const schedule = startSchedule(ruleWith(more), firstDay);
  if (!schedule.ok) throw new Error(schedule.refusal.message);
  return schedule.value;
}

/** The days from here on, as the nightly job makes them. */
function listDays(schedule: Schedule, most: number): Day[] {
  const days: Day[] = [];
  for (let now = schedule; days.length < most; now = afterMaking(now)) {
    const day = nextDay(now);
    if (day === null) break;
    days.push(day);
  }
  return days;
}

describe('the days of a rule', () => {
  test.each<[Day, Partial<RecurringRule>, Day[]]>([
    ['2026-11-23', { frequency: 'weekly' }, ['2026-11-23', '2026-11-30', '2026-12-07']],
    ['2026-11-23', { frequency: 'weekly', interval: 2 }, ['2026-11-23', '2026-12-07']],
    [
      '2026-01-31',
      {},
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ],
    ['2027-11-30', { interval: 3 }, ['2027-11-30', '2028-02-29', '2028-05-30']],
    ['2028-02-29', { frequency: 'yearly' }, ['2028-02-29', '2029-02-28', '2030-02-28']],
  ])('from %s with %o', (first, rule, days) => {
    expect(listDays(start(first, rule), days.length)).toEqual(days);
  });

  test('end on the last day, which may be one of them, or after a number of times', () => {
    const until = start('2026-01-31', { endBy: '2026-03-31' });
    expect(listDays(until, 9)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    const counted = start('2026-01-31', { count: 3 });
    expect(counted).toEqual(until);
    expect(toRule(counted)).toEqual(ruleWith({ endBy: '2026-03-31' }));
    expect(listDays(start('2026-01-31', { count: 1 }), 9)).toEqual(['2026-01-31']);
  });

  test('end with the calendar', () => {
    expect(listDays(start('9998-11-30'), 9)).toEqual(['9998-11-30', '9998-12-30']);
    const far = start('2026-01-01', { frequency: 'yearly', interval: 99, count: 10_000 });
    expect(far.lastDay).toBe('9998-12-31');
    expect(dayAt(far, 10_000_000)).toBeUndefined();
  });

  test('must not end before they start', () => {
    const refused = startSchedule(ruleWith({ endBy: '2026-01-30' }), '2026-01-31');
    expect(refused).toMatchObject({ refusal: { code: 'ends_before_start', field: 'rule.endBy' } });
  });
});

test.each([
  { frequency: 'daily' },
  { frequency: 'monthly', interval: 0 },
  { frequency: 'monthly', interval: 100 },
  { frequency: 'monthly', interval: 1.5 },
  { frequency: 'monthly', count: 0 },
  { frequency: 'monthly', count: 10_001 },
  { frequency: 'monthly', endBy: '2026-02-30' },
  { frequency: 'monthly', endBy: '9999-01-01' },
  { frequency: 'monthly', endBy: '2027-01-01', count: 3 },
  { frequency: 'monthly', byDay: ['MO'] },
])('%o is no rule', (wire) => {
  expect(recurringRule.safeParse(wire).success).toBe(false);
});

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
const anySchedule = fc
  .record({
    first: anyDay,
    frequency: fc.constantFrom(...recurringFrequencies),
    interval: fc.integer({ min: 1, max: 99 }),
    count: fc.option(fc.integer({ min: 1, max: 40 })),
    made: fc.nat(20),
  })
  .map(({ first, frequency, interval, count, made }): Schedule => {
    const schedule = start(first, { frequency, interval, count });
    return { ...schedule, position: made };
  });

test('every day is later than the one before, on the first day’s weekday or day of the month', () => {
  fc.assert(
    fc.property(anySchedule, (schedule) => {
      const days = listDays({ ...schedule, position: 0 }, 30);
      expect(days).toEqual([...new Set(days)].sort());
      const first = Temporal.PlainDate.from(schedule.firstDay);
      for (const day of days.map((each) => Temporal.PlainDate.from(each))) {
        const expected =
          schedule.frequency === 'weekly'
            ? day.dayOfWeek === first.dayOfWeek
            : day.day === Math.min(first.day, day.daysInMonth);
        expect(expected).toBe(true);
      }
    }),
    { numRuns: runs },
  );
});

test('skipping leaves out the days up to today, each once, and none after', () => {
  fc.assert(
    fc.property(anySchedule, anyDay, (schedule, today) => {
      const left = listDays(schedule, 3_000);
      const resumed = skipThrough(schedule, today);
      expect(resumed.position - resumed.skipped).toBe(schedule.position - schedule.skipped);
      const due = left.filter((day) => day > today);
      expect(listDays(resumed, 5)).toEqual(due.slice(0, 5));
      if (due.length > 0) expect(resumed.skipped).toBe(left.length - due.length);
    }),
    { numRuns: runs / 4 },
  );
});

describe('changed from a day on,', () => {
  const made = afterMaking(start('2026-01-31'));

  test('a rule that stays keeps the end of the month, and may end differently', () => {
    const changed = changeSchedule(made, ruleWith({ count: 2 }), '2026-02-28');
    expect(changed).toEqual({ ok: true, value: { ...made, lastDay: '2026-03-31' } });
  });

  test('another day or rule starts anew on that day', () => {
    const moved = changeSchedule(made, ruleWith({}), '2026-03-15');
    expect(moved).toEqual({ ok: true, value: start('2026-03-15') });
    const yearly = changeSchedule(made, ruleWith({ frequency: 'yearly' }), '2026-02-28');
    expect(yearly).toEqual({ ok: true, value: start('2026-02-28', { frequency: 'yearly' }) });
  });
});
