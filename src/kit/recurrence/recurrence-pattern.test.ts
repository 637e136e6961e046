import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { parseValidRule } from '#features/events/testing/random-rules.ts';
import { type LocalDateTime, localToDay, toDay } from '#kit/day.ts';
import { frequencies, generateOccurrences, type RecurrenceRule, weekdays } from './recurrence.ts';
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
    { numRuns: scaleRuns(1_000) },
  );
});

test('an end after the last day is returned as the last day', () => {
  expect(toPattern(parseValidRule('FREQ=DAILY;UNTIL=99991231')).endBy).toBe('9998-12-31');
});

test('a shifted weekly rule skips the same weeks, and starts its weeks on Sunday where it can', () => {
  const first = '2027-03-10T18:00';
  const firstDay = Temporal.PlainDate.from('2027-03-10');
  const listDays = (start: LocalDateTime, rule: RecurrenceRule, moved: number) => {
    const window = { from: '2027-01-01', to: '2029-12-31' } as const;
    const starts = [...generateOccurrences(start, rule, window)];
    return starts.map((each) =>
      toDay(Temporal.PlainDate.from(localToDay(each)).add({ days: moved })),
    );
  };
  fc.assert(
    fc.property(
      fc.subarray([...weekdays]),
      fc.constantFrom(...weekdays),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: -20, max: 20 }),
      (others, weekStart, interval, days) => {
        const byDay = [...new Set(['WE', ...others])].join();
        const text = `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${byDay};WKST=${weekStart};COUNT=20`;
        const rule = parseValidRule(text);
        const shifted = shiftRule(rule, first, days);
        const start: LocalDateTime = `${toDay(firstDay.add({ days }))}T18:00`;
        expect(listDays(start, shifted, 0)).toEqual(listDays(first, rule, days));
        const back = shiftRule(shifted, start, -days);
        expect(listDays(first, back, 0)).toEqual(listDays(first, rule, 0));
        if (weekStart === 'SU') expect(back.weekStart).toBe('SU');
      },
    ),
    { numRuns: scaleRuns(500) },
  );
  const move = (text: string, days: number) =>
    formatRule(shiftRule(parseValidRule(text), first, days));
  const monday = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU';
  expect(move(monday, 2)).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=TU');
  expect(move(monday, 1)).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA;WKST=SU');
});
