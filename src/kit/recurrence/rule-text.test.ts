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
  ['FREQ=MONTHLY;BYSETPOS=0;BYDAY=MO', 'BYSETPOS must be 1 to 366, or -1 to -366'],
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
  ['RSCALE=HEBREW;FREQ=YEARLY', 'RSCALE must be GREGORIAN'],
  ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD', 'SKIP must be OMIT'],
])('refuses to read %s', (text, message) => {
  const rule = parseRule(text);
  expect(rule.ok ? undefined : rule.refusal.message).toBe(message);
});

test('a rule of the Gregorian calendar that leaves out dates that do not exist is the plain one', () => {
  const rule = parseValidRule('RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT;BYMONTH=2;BYMONTHDAY=29');
  expect(formatRule(rule)).toBe('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29');
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

test.each([
  ['FREQ=YEARLY;BYMONTH=2,7,4,9,9,6,11,1', 'FREQ=YEARLY;BYMONTH=2,7,4,9,6,11,1'],
  ['FREQ=WEEKLY;BYDAY=WE,WE', 'FREQ=WEEKLY;BYDAY=WE'],
  ['FREQ=MONTHLY;BYDAY=4WE,+4WE', 'FREQ=MONTHLY;BYDAY=4WE'],
  ['FREQ=MONTHLY;BYMONTHDAY=22,22', 'FREQ=MONTHLY;BYMONTHDAY=22'],
  ['FREQ=WEEKLY;BYDAY=MO;', 'FREQ=WEEKLY;BYDAY=MO'],
  ['FREQ=WEEKLY; BYDAY=MO, TU', 'FREQ=WEEKLY;BYDAY=MO,TU'],
])('%s: what is repeated counts once, and spaces do not', (text, plain) => {
  expect(formatRule(parseValidRule(text))).toBe(plain);
});

test.each([
  ['Outlook’s third Sunday', 'FREQ=MONTHLY;BYDAY=SU;BYSETPOS=3', 'FREQ=MONTHLY;BYDAY=3SU'],
  ['Outlook’s last Monday', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=-1MO'],
  [
    'Outlook’s Sunday of a year',
    'FREQ=YEARLY;BYDAY=SU;BYMONTH=10;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=10;BYDAY=1SU',
  ],
  [
    'the first day',
    'FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=1',
  ],
  [
    'the last day',
    'FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
  ],
  [
    'the last weekday',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  ],
])('%s has one form', (_, text, plain) => {
  expect(formatRule(parseValidRule(text))).toBe(plain);
});
