import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseValidRule, randomRule } from '#features/events/testing/random-rules.ts';
import { formatRule, parseRule } from './rule-text.ts';

test.each([
  ['', 'Cannot read ""'],
  ['FREQ=HOURLY', 'FREQ must be DAILY, WEEKLY, MONTHLY, or YEARLY'],
  ['INTERVAL=2', 'FREQ must be DAILY, WEEKLY, MONTHLY, or YEARLY'],
  ['FREQ=DAILY;FREQ=DAILY', 'Cannot read "FREQ=DAILY"'],
  ['FREQ=DAILY;BYHOUR=9', 'BYHOUR is not supported'],
  ['FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO', 'BYSETPOS is not supported'],
  ['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO is not supported'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be 1 to 999'],
  ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL must be 1 to 999'],
  ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY must name weekdays, such as TU or 2TU or -1FR'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY must name weekdays, such as TU or 2TU or -1FR'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY must be 1 to 31, or -1 to -31'],
  ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH must be 1 to 12'],
  ['FREQ=DAILY;COUNT=0', 'Either UNTIL (a date) or COUNT (1 to 10000) may end a series'],
  [
    'FREQ=DAILY;COUNT=2;UNTIL=20260101',
    'Either UNTIL (a date) or COUNT (1 to 10000) may end a series',
  ],
  ['FREQ=DAILY;UNTIL=20260230', 'Either UNTIL (a date) or COUNT (1 to 10000) may end a series'],
  [
    'FREQ=DAILY;UNTIL=20260201T000000Z',
    'Either UNTIL (a date) or COUNT (1 to 10000) may end a series',
  ],
])('refuses to read %s', (text, message) => {
  const rule = parseRule(text);
  expect(rule.ok ? undefined : rule.refusal.message).toBe(message);
});

test('a formatted rule is parsed to the same rule', () => {
  fc.assert(
    fc.property(randomRule, (text) => {
      const rule = parseValidRule(text);
      expect(parseValidRule(formatRule(rule))).toEqual(rule);
    }),
  );
  const whole = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU;UNTIL=20261231T183059';
  expect(formatRule(parseValidRule(whole))).toBe(whole);
});
