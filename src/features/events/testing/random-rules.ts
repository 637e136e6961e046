/** Rules of every kind that is supported, without an end, as RFC 5545 writes them. */
import fc from 'fast-check';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';

export function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(rule.refusal.message);
  return rule.value;
}

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const list = (items: fc.Arbitrary<string>, most: number) =>
  fc.uniqueArray(items, { minLength: 1, maxLength: most }).map((all) => all.join(','));
const numbers = (least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .filter((each) => each !== 0)
    .map(String);

/** Weekdays that are all counted, or none of them. */
const someDays = (most: number) =>
  fc.oneof(
    list(weekday, 3),
    list(
      fc.tuple(numbers(-most, most), weekday).map((both) => both.join('')),
      3,
    ),
  );

const partsOf: Record<string, fc.Arbitrary<Record<string, string | undefined>>> = {
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
  MONTHLY: fc.record({
    BYDAY: fc.option(someDays(5), { nil: undefined }),
    BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
    BYMONTHDAY: fc.option(list(numbers(-31, 31), 4), { nil: undefined }),
  }),
  YEARLY: fc.record({
    BYDAY: fc.option(someDays(52), { nil: undefined }),
    BYMONTH: fc.option(list(numbers(1, 12), 3), { nil: undefined }),
  }),
};

export const randomRule = fc
  .constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((frequency) =>
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), partsOf[frequency] ?? fc.constant({}))
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
