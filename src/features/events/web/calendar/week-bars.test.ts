import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import type { Day, LocalDateTime } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { layOutWeek, pickShown } from './week-bars.ts';

const week = Array.from({ length: 7 }, (_, at) => addDays('2026-11-01', at));

function occurrence(number: number, from: Day, to: Day, hour = 10) {
  return {
    occurrenceId: testId<'occurrence'>(
      `018eecc9-5000-7490-82a2-${String(number).padStart(12, '0')}`,
    ),
    localStart: `${from}T${hour}:00` as LocalDateTime,
    localEnd: `${to}T${hour + 1}:00` as LocalDateTime,
  };
}

test('an event of two days is one bar, and one across the end of a week is one bar in each', () => {
  const gala = occurrence(1, '2026-11-03', '2026-11-04');
  const across = occurrence(2, '2026-11-07', '2026-11-08');
  const bars = layOutWeek(week, [across, gala]);
  expect(bars).toEqual([
    { occurrence: gala, column: 2, span: 2, lane: 0, startsHere: true, endsHere: true },
    { occurrence: across, column: 6, span: 1, lane: 0, startsHere: true, endsHere: false },
  ]);
  const next = week.map((day) => addDays(day, 7));
  expect(layOutWeek(next, [across, gala])).toEqual([
    { occurrence: across, column: 0, span: 1, lane: 0, startsHere: false, endsHere: true },
  ]);
});

test('long bars come first, and then the earlier start', () => {
  const late = occurrence(1, '2026-11-03', '2026-11-03', 18);
  const early = occurrence(2, '2026-11-03', '2026-11-03', 11);
  const long = occurrence(3, '2026-11-03', '2026-11-05', 20);
  const lanes = layOutWeek(week, [late, early, long]).map((bar) => bar.occurrence);
  expect(lanes).toEqual([long, early, late]);
});

test('every occurrence of the week has one bar on exactly its days, and no bars overlap', () => {
  const anyOccurrence = fc
    .record({ start: fc.integer({ min: -10, max: 16 }), days: fc.integer({ min: 0, max: 12 }) })
    .map(({ start, days }) => [addDays('2026-11-01', start), start, days] as const);
  fc.assert(
    fc.property(fc.array(anyOccurrence, { maxLength: 20 }), (made) => {
      const all = made.map(([day, , days], at) => occurrence(at, day, addDays(day, days)));
      const bars = layOutWeek(week, all);
      const expected = made.filter(([, start, days]) => start < 7 && start + days >= 0);
      expect(bars.length).toBe(expected.length);
      const taken = new Set<string>();
      for (const { occurrence: shown, column, span, lane } of bars) {
        expect(week[column]).toBe(
          shown.localStart.slice(0, 10) < '2026-11-01' ? week[0] : shown.localStart.slice(0, 10),
        );
        expect(column + span).toBeLessThanOrEqual(7);
        for (let at = column; at < column + span; at++) {
          expect(taken.has(`${at} ${lane}`)).toBe(false);
          taken.add(`${at} ${lane}`);
        }
      }
    }),
  );
});

test('a day shows as many bars as fit above what is more, or one in its place if that is all', () => {
  const anyOccurrence = fc
    .record({ start: fc.integer({ min: 0, max: 6 }), days: fc.integer({ min: 0, max: 3 }) })
    .map(({ start, days }) => [addDays('2026-11-01', start), days] as const);
  fc.assert(
    fc.property(
      fc.array(anyOccurrence, { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      (made, maxChips) => {
        const all = made.map(([day, days], at) => occurrence(at, day, addDays(day, days)));
        const bars = layOutWeek(week, all);
        const shown = pickShown(bars, maxChips);
        for (let at = 0; at < 7; at++) {
          const covers = ({ column, span }: { column: number; span: number }) =>
            column <= at && at < column + span;
          const [here, shownHere] = [bars.filter(covers), shown.filter(covers)];
          const isAll = shownHere.length === here.length;
          for (const { lane } of shownHere) expect(lane).toBeLessThan(maxChips + (isAll ? 1 : 0));
          expect(shownHere.length).toBeGreaterThanOrEqual(
            here.filter(({ lane }) => lane < maxChips).length,
          );
        }
      },
    ),
  );
  const three = [10, 11, 12].map((hour, at) => occurrence(at, '2026-11-03', '2026-11-03', hour));
  expect(pickShown(layOutWeek(week, three), 2)).toHaveLength(3);
  expect(pickShown(layOutWeek(week, three), 1)).toHaveLength(1);
});
