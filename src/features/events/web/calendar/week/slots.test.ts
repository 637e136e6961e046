import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { moveSlot, type Slot, slotsToTimes } from './slots.ts';
import { findShownDays, formatDaysTitle } from './week-days.ts';

const week = findShownDays('2026-11-25', false);

function move({ day, hour }: Slot, key: string, ctrlKey = false): string | undefined {
  const next = moveSlot({ day, hour }, { key, ctrlKey }, week);
  return next && `${next.day} ${next.hour}`;
}

test('keys move by hour and day, to the edges of the week, and by week', () => {
  const nine: Slot = { day: '2026-11-25', hour: 9 };
  expect(move(nine, 'ArrowDown')).toBe('2026-11-25 10');
  expect(move(nine, 'ArrowUp')).toBe('2026-11-25 8');
  expect(move(nine, 'ArrowLeft')).toBe('2026-11-24 9');
  expect(move({ ...nine, day: '2026-11-28' }, 'ArrowRight')).toBe('2026-11-29 9');
  expect(move(nine, 'Home')).toBe('2026-11-22 9');
  expect(move(nine, 'End')).toBe('2026-11-28 9');
  expect(move(nine, 'Home', true)).toBe('2026-11-22 day');
  expect(move(nine, 'End', true)).toBe('2026-11-28 23');
  expect(move(nine, 'PageDown')).toBe('2026-12-02 9');
  expect(move(nine, 'PageUp')).toBe('2026-11-18 9');
  expect(move(nine, 'x')).toBeUndefined();
  expect(move({ ...nine, hour: 0 }, 'ArrowUp')).toBe('2026-11-25 day');
  expect(move({ ...nine, hour: 'day' }, 'ArrowUp')).toBe('2026-11-25 day');
  expect(move({ ...nine, hour: 'day' }, 'ArrowDown')).toBe('2026-11-25 0');
  expect(move({ ...nine, hour: 23 }, 'ArrowDown')).toBe('2026-11-25 23');
});

test('selected slots are whole hours or days, from whichever the selection started', () => {
  const from: Slot = { day: '2026-11-25', hour: 9 };
  const to: Slot = { day: '2026-11-25', hour: 11 };
  const times = { startDate: '2026-11-25T09:00', endDate: '2026-11-25T12:00' };
  expect(slotsToTimes(from, to)).toEqual(times);
  expect(slotsToTimes(to, from)).toEqual(times);
  expect(slotsToTimes({ ...from, hour: 23 }, { ...to, hour: 23 })).toEqual({
    startDate: '2026-11-25T23:00',
    endDate: '2026-11-26T00:00',
  });
  expect(slotsToTimes({ day: '2026-11-27', hour: 'day' }, { ...from, hour: 'day' })).toEqual({
    startDate: '2026-11-25T00:00',
    endDate: '2026-11-28T00:00',
  });
});

test('a week is from Sunday, and a phone shows three days from the one it is given', () => {
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-22', '2026-11-28', 7]);
  expect(findShownDays('2026-12-31', true)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  const title = (day: Day) => formatDaysTitle(findShownDays(day, false));
  expect(title('2026-11-25')).toBe('Nov 22 – 28, 2026');
  expect(title('2026-12-02')).toBe('Nov 29 – Dec 5, 2026');
  expect(title('2026-12-31')).toBe('Dec 27, 2026 – Jan 2, 2027');
  const shortTitle = (day: Day) => formatDaysTitle(findShownDays(day, true), 2026);
  expect(shortTitle('2026-11-25')).toBe('Nov 25 – 27');
  expect(shortTitle('2026-11-30')).toBe('Nov 30 – Dec 2');
  expect(shortTitle('2025-11-25')).toBe('Nov 25 – 27, 2025');
  expect(shortTitle('2026-12-31')).toBe('Dec 31, 2026 – Jan 2, 2027');
});
