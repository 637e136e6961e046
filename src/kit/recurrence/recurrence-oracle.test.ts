/**
 * Random rules against an implementation by others. They only agree about what exists: a year's 53rd
 * Monday, which theirs gives to years without one, is in recurrence.test.ts.
 */
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { parseValidRule, randomRule } from '#features/events/testing/random-rules.ts';
import { type Day, formatLocal, type LocalDateTime, localToDay } from '#kit/day.ts';
import { addDays } from '../calendar/month.ts';
import { generateOccurrences } from './recurrence.ts';

const { amount: runs, seed } = planRandom('recurrence');

/** Enough to turn every corner: months, years, leap years. */
const compared = 5;
const fourYears = 1_461;

function theirs(start: LocalDateTime, rule: string): LocalDateTime[] {
  const dtstart = `DTSTART;TZID=UTC:${start.replaceAll(/[-:]/g, '')}00`;
  const rruleString = `${dtstart}\nRRULE:${rule.replace('T235959', 'T235959Z')}`;
  return new RRuleTemporal({ rruleString, maxIterations: 100_000 })
    .all((_, index) => index < compared)
    .map((each) => formatLocal(each.toPlainDateTime()));
}

/** What an endless rule names within four years from a day on: nothing, for some. */
function someOf(near: Day, rule: string): LocalDateTime[] {
  const window = { from: near, to: addDays(near, fourYears) };
  return [...generateOccurrences(`${near}T18:30`, parseValidRule(rule), window).take(compared)];
}

test(
  `random rules mean what another implementation says (seed ${seed})`,
  () => {
    let count = 0;
    const nearDay = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
    fc.assert(
      fc.property(randomRule, nearDay, fc.boolean(), (text, near, hasCount) => {
        const [start, ...more] = someOf(near, text);
        if (start === undefined) return;
        const last = localToDay(more.at(-1) ?? start).replaceAll('-', '');
        const rule = `${text};${hasCount ? `COUNT=${more.length + 1}` : `UNTIL=${last}T235959`}`;
        const window = { from: near, to: '2099-12-31' } as const;
        const ours = [...generateOccurrences(start, parseValidRule(rule), window)];
        expect([rule, start, ours]).toEqual([rule, start, theirs(start, rule)]);
        count += 1;
      }),
      { numRuns: runs, seed },
    );
    expect(count).toBeGreaterThan(runs / 2);
  },
  Math.max(600_000, runs * 20),
);
