/** Random RFC 5545 rules of every supported kind, without an end. */
import fc from 'fast-check';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';

export function parseValidRule(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(rule.refusal.message);
  return rule.value;
}

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const list = (items: fc.Arbitrary<string>, max: number) =>
  fc.uniqueArray(items, { minLength: 1, maxLength: max }).map((all) => all.join(','));
const numbers = (min: number, max: number) =>
  fc
    .integer({ min: min, max: max })
    .filter((each) => each !== 0)
    .map(String);

/** Weekdays with ordinals, or without any. */
const someDays = (max: number) =>
  fc.oneof(
    list(weekday, 3),
    list(
      fc.tuple(numbers(-max, max), weekday).map((both) => both.join('')),
      3,
    ),
  );

const somePositions = (max: number) =>
  fc.option(list(numbers(-max, max), 2), { nil: undefined, freq: 3 });

type Parts = Record<string, string | undefined>;

function withDaysToChooseFrom({ BYSETPOS, ...parts }: Parts): Parts {
  return parts['BYDAY'] || parts['BYMONTHDAY'] ? { ...parts, BYSETPOS } : parts;
}

const rulePartsByFrequency: Record<string, fc.Arbitrary<Parts>> = {
  DAILY: fc.record({
    BYDAY: fc.option(list(weekday, 3), { nil: undefined }),
    BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
    BYMONTHDAY: fc.option(list(numbers(-31, 31), 4), { nil: undefined }),
  }),
  WEEKLY: fc.record({
    BYDAY: fc.option(list(weekday, 4), { nil: undefined }),
    BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
    WKST: fc.option(weekday, { nil: undefined }),
  }),
  MONTHLY: fc
    .record({
      BYDAY: fc.option(someDays(5), { nil: undefined }),
      BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
      BYMONTHDAY: fc.option(list(numbers(-31, 31), 4), { nil: undefined }),
      BYSETPOS: somePositions(10),
    })
    .map(withDaysToChooseFrom),
  YEARLY: fc
    .record({
      BYDAY: fc.option(someDays(52), { nil: undefined }),
      BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
      BYSETPOS: somePositions(60),
    })
    .map(withDaysToChooseFrom),
};

export const randomRule = fc
  .constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((frequency) =>
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), rulePartsByFrequency[frequency] ?? fc.constant({}))
      .map(([interval, parts]) =>
        [
          `FREQ=${frequency}`,
          `INTERVAL=${interval}`,
          ...Object.entries<string | undefined>(parts)
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => `${name}=${value}`),
        ].join(';'),
      ),
  );
