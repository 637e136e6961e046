import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import {
  formOfRecurrence,
  monthlyWays,
  noRecurrence,
  type RecurrenceForm,
  recurrenceFaults,
  recurrenceOf,
} from './recurrence-form.ts';

const friday = '2026-11-20';
const rule: RecurrencePattern = {
  frequency: 'weekly',
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  weekStart: 'SU',
  endBy: null,
  count: null,
};
const chosen = (said: Partial<RecurrenceForm>): RecurrenceForm => ({ ...noRecurrence, ...said });

test('never is no rule; daily and yearly need no more than their interval', () => {
  expect(recurrenceOf(noRecurrence, friday)).toBeNull();
  expect(recurrenceOf(chosen({ repeats: 'daily', interval: ' 3 ' }), friday)).toEqual({
    ...rule,
    frequency: 'daily',
    interval: 3,
  });
  const yearly = recurrenceOf(chosen({ repeats: 'yearly' }), friday);
  expect(yearly).toEqual({ ...rule, frequency: 'yearly' });
});

test('the weekday of the start is always among the weekdays, which stand in the week’s order', () => {
  const weekly = chosen({ repeats: 'weekly', otherWeekdays: ['SA', 'MO'] });
  expect(recurrenceOf(weekly, friday)?.byDay).toEqual(['MO', 'FR', 'SA']);
  // Begun a day later it is that day's weekday, and no longer the one before.
  expect(recurrenceOf(chosen({ repeats: 'weekly' }), '2026-11-21')?.byDay).toEqual(['SA']);
});

test.each<[Day, string[]]>([
  ['2026-11-20', ['On day 20', 'On the third Friday']],
  ['2026-11-27', ['On day 27', 'On the fourth Friday', 'On the last Friday']],
  ['2026-10-30', ['On day 30', 'On the fifth Friday', 'On the last Friday']],
  ['2026-10-31', ['On day 31', 'On the last day', 'On the fifth Saturday', 'On the last Saturday']],
  ['2027-02-28', ['On day 28', 'On the last day', 'On the fourth Sunday', 'On the last Sunday']],
])('%s repeats monthly %j', (day, labels) => {
  expect(monthlyWays(day).map(({ label }) => label)).toEqual(labels);
});

test('a month repeats by date, by weekday, or by the last of either', () => {
  const sent = (monthly: RecurrenceForm['monthly'], day: Day) => {
    const { byDay, byMonthDay } = recurrenceOf(chosen({ repeats: 'monthly', monthly }), day) ?? {};
    return { byDay, byMonthDay };
  };
  expect(sent('date', friday)).toEqual({ byDay: [], byMonthDay: [20] });
  expect(sent('weekday', friday)).toEqual({ byDay: ['3FR'], byMonthDay: [] });
  expect(sent('last-day', '2026-10-31')).toEqual({ byDay: [], byMonthDay: [-1] });
  expect(sent('last-weekday', '2026-11-27')).toEqual({ byDay: ['-1FR'], byMonthDay: [] });
  // A day that is not the last any more has no last way.
  expect(sent('last-day', friday)).toEqual({ byDay: [], byMonthDay: [20] });
});

test('it ends never, on a day, or after a number of times', () => {
  const ended = (said: Partial<RecurrenceForm>) => {
    const { endBy, count } = recurrenceOf(chosen({ repeats: 'daily', ...said }), friday) ?? {};
    return { endBy, count };
  };
  const both: Partial<RecurrenceForm> = { until: '2026-12-31', times: '5' };
  expect(ended(both)).toEqual({ endBy: null, count: null });
  expect(ended({ ...both, ends: 'until' })).toEqual({ endBy: '2026-12-31', count: null });
  expect(ended({ ...both, ends: 'times' })).toEqual({ endBy: null, count: 5 });
});

test('what cannot be is said beside its field, and only where it is asked', () => {
  const faults = (said: Partial<RecurrenceForm>) =>
    Object.keys(recurrenceFaults(chosen(said), friday));
  for (const interval of ['', '0', '-1', '1.5', '1000', 'two']) {
    expect(faults({ repeats: 'weekly', interval })).toEqual(['interval']);
    expect(faults({ repeats: 'never', interval })).toEqual([]);
  }
  expect(faults({ repeats: 'daily', ends: 'until', until: '' })).toEqual(['until']);
  expect(faults({ repeats: 'daily', ends: 'until', until: '2026-11-19' })).toEqual(['until']);
  expect(faults({ repeats: 'daily', ends: 'until', until: friday })).toEqual([]);
  expect(faults({ repeats: 'daily', ends: 'times', times: '0' })).toEqual(['times']);
  expect(faults({ repeats: 'daily', ends: 'times', times: '10001' })).toEqual(['times']);
  expect(faults({ repeats: 'daily', ends: 'never', times: '', until: '' })).toEqual([]);
});

test('what was chosen comes back as it was chosen', () => {
  for (const form of [
    noRecurrence,
    chosen({ repeats: 'daily', interval: '2', ends: 'times', times: '7' }),
    chosen({ repeats: 'weekly', otherWeekdays: ['MO', 'SA'], ends: 'until', until: '2027-01-01' }),
    chosen({ repeats: 'monthly', monthly: 'last-weekday' }),
    chosen({ repeats: 'monthly', monthly: 'last-day' }),
    chosen({ repeats: 'yearly' }),
  ]) {
    const day = form.monthly === 'last-day' ? '2026-11-30' : '2026-11-27';
    expect(formOfRecurrence(recurrenceOf(form, day), day)).toEqual(form);
  }
  // Nothing but the frequency means the day it starts on.
  expect(formOfRecurrence(rule, friday).repeats).toBe('weekly');
  expect(formOfRecurrence({ ...rule, frequency: 'monthly' }, friday).monthly).toBe('date');
});

test('a rule that the form has no words for is kept as it is', () => {
  for (const other of [
    { ...rule, frequency: 'monthly' as const, byDay: ['1FR', '3FR'] },
    { ...rule, frequency: 'monthly' as const, byMonthDay: [1, 15] },
    { ...rule, frequency: 'yearly' as const, byMonth: [3, 11] },
    { ...rule, interval: 2, byDay: ['TU', 'FR'], weekStart: 'MO' as const },
    { ...rule, byDay: ['MO'] },
  ]) {
    const form = formOfRecurrence(other, friday);
    expect(form.repeats).toBe('kept');
    expect(recurrenceFaults(form, friday)).toEqual({});
    expect(recurrenceOf(form, friday, other)).toBe(other);
  }
});
