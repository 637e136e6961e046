import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import {
  listMonthlyWays,
  noRecurrence,
  type RecurrenceForm,
  toRecurrence,
  toRecurrenceForm,
  validateRecurrence,
} from './recurrence-form.ts';

const friday = '2026-11-20';
const rule: RecurrencePattern = {
  frequency: 'weekly',
  interval: 1,
  byDay: [],
  byMonthDay: [],
  bySetPosition: [],
  byMonth: [],
  weekStart: 'SU',
  endBy: null,
  count: null,
};
const chosen = (fields: Partial<RecurrenceForm>): RecurrenceForm => ({
  ...noRecurrence,
  ...fields,
});

test('an event that never repeats has no rule, and daily and yearly rules need only an interval', () => {
  expect(toRecurrence(noRecurrence, friday)).toBeNull();
  expect(toRecurrence(chosen({ repeats: 'daily', interval: ' 3 ' }), friday)).toEqual({
    ...rule,
    frequency: 'daily',
    interval: 3,
  });
  const yearly = toRecurrence(chosen({ repeats: 'yearly' }), friday);
  expect(yearly).toEqual({ ...rule, frequency: 'yearly' });
});

test('a weekly rule always includes the weekday of the start, in the order of the week', () => {
  const weekly = chosen({ repeats: 'weekly', otherWeekdays: ['SA', 'MO'] });
  expect(toRecurrence(weekly, friday)?.byDay).toEqual(['MO', 'FR', 'SA']);
  // If the start moves a day, its new weekday replaces the old one.
  expect(toRecurrence(chosen({ repeats: 'weekly' }), '2026-11-21')?.byDay).toEqual(['SA']);
});

test.each<[Day, string[]]>([
  ['2026-11-20', ['On day 20', 'On the third Friday']],
  ['2026-11-27', ['On day 27', 'On the fourth Friday', 'On the last Friday']],
  ['2026-10-30', ['On day 30', 'On the fifth Friday', 'On the last Friday', 'On the last weekday']],
  ['2026-11-02', ['On day 2', 'On the first Monday', 'On the first weekday']],
  ['2026-11-03', ['On day 3', 'On the first Tuesday']],
  ['2026-10-31', ['On day 31', 'On the last day', 'On the fifth Saturday', 'On the last Saturday']],
  ['2027-02-28', ['On day 28', 'On the last day', 'On the fourth Sunday', 'On the last Sunday']],
])('an event on %s can repeat monthly %j', (day, labels) => {
  expect(listMonthlyWays(day).map(({ label }) => label)).toEqual(labels);
});

test('a monthly rule repeats by date, by weekday, or by the last of either', () => {
  const sent = (monthly: RecurrenceForm['monthly'], day: Day) => {
    const { byDay, byMonthDay } = toRecurrence(chosen({ repeats: 'monthly', monthly }), day) ?? {};
    return { byDay, byMonthDay };
  };
  expect(sent('date', friday)).toEqual({ byDay: [], byMonthDay: [20] });
  expect(sent('weekday', friday)).toEqual({ byDay: ['3FR'], byMonthDay: [] });
  expect(sent('last-day', '2026-10-31')).toEqual({ byDay: [], byMonthDay: [-1] });
  expect(sent('last-weekday', '2026-11-27')).toEqual({ byDay: ['-1FR'], byMonthDay: [] });
  // If the day is no longer the last one, the rule falls back to the date.
  expect(sent('last-day', friday)).toEqual({ byDay: [], byMonthDay: [20] });
});

test('a rule ends never, on a day, or after a number of occurrences', () => {
  const ended = (fields: Partial<RecurrenceForm>) => {
    const { endBy, count } = toRecurrence(chosen({ repeats: 'daily', ...fields }), friday) ?? {};
    return { endBy, count };
  };
  const both: Partial<RecurrenceForm> = { until: '2026-12-31', times: '5' };
  expect(ended(both)).toEqual({ endBy: null, count: null });
  expect(ended({ ...both, ends: 'until' })).toEqual({ endBy: '2026-12-31', count: null });
  expect(ended({ ...both, ends: 'times' })).toEqual({ endBy: null, count: 5 });
});

test('invalid values are reported for their field, and only if the field is used', () => {
  const errorsFor = (fields: Partial<RecurrenceForm>) =>
    Object.keys(validateRecurrence(chosen(fields), friday));
  for (const interval of ['', '0', '-1', '1.5', '1000', 'two']) {
    expect(errorsFor({ repeats: 'weekly', interval })).toEqual(['interval']);
    expect(errorsFor({ repeats: 'never', interval })).toEqual([]);
  }
  expect(errorsFor({ repeats: 'daily', ends: 'until', until: '' })).toEqual(['until']);
  expect(errorsFor({ repeats: 'daily', ends: 'until', until: '2026-11-19' })).toEqual(['until']);
  expect(errorsFor({ repeats: 'daily', ends: 'until', until: friday })).toEqual([]);
  expect(errorsFor({ repeats: 'daily', ends: 'times', times: '0' })).toEqual(['times']);
  expect(errorsFor({ repeats: 'daily', ends: 'times', times: '10001' })).toEqual(['times']);
  expect(errorsFor({ repeats: 'daily', ends: 'never', times: '', until: '' })).toEqual([]);
});

test('a form is unchanged after being converted to a rule and back', () => {
  for (const form of [
    noRecurrence,
    chosen({ repeats: 'daily', interval: '2', ends: 'times', times: '7' }),
    chosen({ repeats: 'weekly', otherWeekdays: ['MO', 'SA'], ends: 'until', until: '2027-01-01' }),
    chosen({ repeats: 'monthly', monthly: 'last-weekday' }),
    chosen({ repeats: 'monthly', monthly: 'last-day' }),
    chosen({ repeats: 'monthly', monthly: 'last-workday' }),
    chosen({ repeats: 'yearly' }),
  ]) {
    const day = /^last-(?:work)?day$/.test(form.monthly) ? '2026-11-30' : '2026-11-27';
    expect(toRecurrenceForm(toRecurrence(form, day), day)).toEqual(form);
  }
  // A rule with only a frequency repeats on the day of the start.
  expect(toRecurrenceForm(rule, friday).repeats).toBe('weekly');
  expect(toRecurrenceForm({ ...rule, frequency: 'monthly' }, friday).monthly).toBe('date');
});

test('a rule that the form cannot express is kept unchanged', () => {
  for (const other of [
    { ...rule, frequency: 'monthly' as const, byDay: ['1FR', '3FR'] },
    { ...rule, frequency: 'monthly' as const, byMonthDay: [1, 15] },
    { ...rule, frequency: 'yearly' as const, byMonth: [3, 11] },
    { ...rule, interval: 2, byDay: ['TU', 'FR'], weekStart: 'MO' as const },
    { ...rule, byDay: ['MO'] },
  ]) {
    const form = toRecurrenceForm(other, friday);
    expect(form.repeats).toBe('kept');
    expect(validateRecurrence(form, friday)).toEqual({});
    expect(toRecurrence(form, friday, other)).toBe(other);
  }
});
