import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseValidRule } from '#features/events/testing/random-rules.ts';
import { frequencies, type RecurrenceRule, weekdays } from './recurrence.ts';
import { recurrencePattern, toPattern, toRule } from './recurrence-pattern.ts';
import { formatRule } from './rule-text.ts';
import { shiftRule } from './shift-rule.ts';

const code = fc
  .tuple(
    fc.constantFrom('', '+', '-'),
    fc.integer({ min: 0, max: 99 }),
    fc.constantFrom(...weekdays),
  )
  .chain(([sign, nth, day]) => fc.constantFrom(day, `${sign}${nth}${day}`));

const sent = fc.record({
  frequency: fc.constantFrom(...frequencies),
  byDay: fc.array(code, { maxLength: 3 }),
  endBy: fc.constantFrom(
    null,
    '1899-12-31',
    '1900-01-01',
    '2027-06-30',
    '9998-12-31',
    '9999-12-31',
  ),
});

function expectReadBack(rule: RecurrenceRule): void {
  expect(parseValidRule(formatRule(rule))).toEqual(rule);
  expect(recurrencePattern.parse(toPattern(rule))).toEqual(toPattern(rule));
}

test('every accepted pattern survives conversion, also after shifting', () => {
  fc.assert(
    fc.property(sent, fc.integer({ min: 0, max: 3_000_000 }), (pattern, days) => {
      const taken = recurrencePattern.safeParse(pattern);
      if (!taken.success) return;
      const rule = toRule(taken.data);
      expectReadBack(rule);
      expectReadBack(shiftRule(rule, '1900-01-01T18:00', days));
    }),
    { numRuns: 1_000 },
  );
});

test('an end after the last day is returned as the last day', () => {
  expect(toPattern(parseValidRule('FREQ=DAILY;UNTIL=99991231')).endBy).toBe('9998-12-31');
});
