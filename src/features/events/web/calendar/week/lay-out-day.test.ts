import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { isBar, layOutDay, minShownMinutes } from './lay-out-day.ts';

let count = 0;
function occurrence(localStart: LocalDateTime, localEnd: LocalDateTime) {
  count += 1;
  return { occurrenceId: `occurrence ${count}` as Id<'occurrence'>, localStart, localEnd };
}

const anyMinute = fc.integer({ min: 0, max: 24 * 60 - 1 });
const toLocal = (minute: number) =>
  `2026-03-09T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}` as LocalDateTime;

test('events at the same time never cover each other and fill the width of the day', () => {
  const times = fc.array(fc.tuple(anyMinute, anyMinute), { maxLength: 12 });
  fc.assert(
    fc.property(times, (pairs) => {
      const occurrences = pairs.map(([a, b]) =>
        occurrence(toLocal(Math.min(a, b)), toLocal(Math.max(a, b))),
      );
      const segments = layOutDay('2026-03-09', occurrences);
      expect(segments).toHaveLength(occurrences.length);
      for (const one of segments) {
        expect(one.to - one.from).toBeGreaterThanOrEqual(minShownMinutes);
        expect(one.to).toBeLessThanOrEqual(24 * 60);
        expect(one.lane + one.span).toBeLessThanOrEqual(one.lanes);
        for (const other of segments) {
          const isAtSameTime = one !== other && one.from < other.to && other.from < one.to;
          if (!isAtSameTime) continue;
          const isBeside = one.lane + one.span <= other.lane || other.lane + other.span <= one.lane;
          expect(isBeside).toBe(true);
          expect(one.lanes).toBe(other.lanes);
        }
      }
    }),
  );
});

test('an event that runs past midnight is on both days, and one that ends at midnight on the first', () => {
  const late = occurrence('2026-03-09T22:00', '2026-03-10T02:00');
  const [first] = layOutDay('2026-03-09', [late]);
  const [second] = layOutDay('2026-03-10', [late]);
  expect(first).toMatchObject({ from: 1320, to: 1440, startsHere: true, endsHere: false });
  expect(second).toMatchObject({ from: 0, to: 120, startsHere: false, endsHere: true });
  const untilMidnight = occurrence('2026-03-09T22:00', '2026-03-10T00:00');
  expect(layOutDay('2026-03-09', [untilMidnight])).toMatchObject([{ to: 1440, endsHere: true }]);
  expect(layOutDay('2026-03-10', [untilMidnight])).toEqual([]);
});

test('an event of a whole day or more is a bar, an evening past midnight is not', () => {
  expect(isBar(occurrence('2026-03-09T00:00', '2026-03-09T23:59'))).toBe(true);
  expect(isBar(occurrence('2026-03-09T09:00', '2026-03-10T17:00'))).toBe(true);
  expect(isBar(occurrence('2026-03-09T18:00', '2026-03-10T09:00'))).toBe(false);
});
