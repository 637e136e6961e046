import { describe, expect, test } from 'vitest';
import {
  describeDays,
  listSteps,
  neverRepeats,
  type RepeatForm,
  toRepeatForm,
  toRule,
  validateRepeat,
} from './repeat-form.ts';

const monthly: RepeatForm = { ...neverRepeats, repeats: 'monthly/1' };
const until: RepeatForm = { ...monthly, repeatEnds: 'until', repeatUntil: '2026-03-31' };
const times: RepeatForm = { ...monthly, repeatEnds: 'times', repeatTimes: '3' };
const day = '2026-01-31';

test('a form is the rule that it becomes', () => {
  const rule = { frequency: 'monthly', interval: 1, endBy: null, count: null } as const;
  expect(toRule(neverRepeats)).toBeNull();
  expect(toRule(monthly)).toEqual(rule);
  expect(toRule(until)).toEqual({ ...rule, endBy: '2026-03-31' });
  expect(toRule(times)).toEqual({ ...rule, count: 3 });
  // What was entered for another end is left out.
  expect(toRule({ ...times, repeatUntil: '2026-03-31' })).toEqual({ ...rule, count: 3 });
  for (const each of [rule, { ...rule, interval: 5, endBy: '2026-03-31' as const }]) {
    expect(toRule(toRepeatForm(each))).toEqual(each);
  }
});

test('an unusual step can be kept', () => {
  expect(listSteps('never').map(({ label }) => label)).toEqual([
    'Weekly',
    'Every 2 weeks',
    'Monthly',
    'Every 3 months',
    'Yearly',
  ]);
  expect(listSteps('weekly/5').at(-1)).toEqual({ value: 'weekly/5', label: 'Every 5 weeks' });
});

describe('problems', () => {
  test.each<[Partial<RepeatForm>, object]>([
    [{}, {}],
    [{ repeatEnds: 'until' }, { repeatUntil: 'Choose a date' }],
    [{ repeatEnds: 'until', repeatUntil: '2026-01-30' }, { repeatUntil: 'Choose a later date' }],
    [{ repeatEnds: 'times' }, { repeatTimes: 'Enter a number from 1 to 10,000' }],
    [{ repeatEnds: 'times', repeatTimes: '0' }, { repeatTimes: 'Enter a number from 1 to 10,000' }],
    [
      { repeatEnds: 'times', repeatTimes: '1e3' },
      { repeatTimes: 'Enter a number from 1 to 10,000' },
    ],
    [{ repeats: 'never', repeatEnds: 'times' }, {}],
  ])('of %o', (more, problems) => {
    expect(validateRepeat({ ...monthly, ...more }, day)).toEqual(problems);
  });
});

describe('the days are described', () => {
  test.each<[RepeatForm, string | undefined]>([
    [neverRepeats, undefined],
    [monthly, 'Then Feb 28, 2026; Mar 31, 2026; Apr 30, 2026 and so on.'],
    [until, 'Then Feb 28, 2026; Mar 31, 2026.'],
    [times, 'Then Feb 28, 2026; Mar 31, 2026.'],
    [{ ...times, repeatTimes: '1' }, 'Only this one: no dates are left before it ends.'],
    [{ ...times, repeatTimes: '' }, undefined],
  ])('of %o', (form, words) => {
    expect(describeDays(form, day, '2026-01-31')).toBe(words);
  });

  test('and how many of them are past', () => {
    expect(describeDays(times, day, '2026-03-30')).toBe(
      'Then Feb 28, 2026; Mar 31, 2026. 1 day is past and will be made from tonight on.',
    );
  });
});
