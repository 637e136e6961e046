import { addDays } from '#kit/calendar/month.ts';
import { type Day, isDay } from '#kit/day.ts';
import { allDayTimes } from '../../../all-day.ts';
import type { LocalTimes } from '../move/move-times.ts';
import { timesBetween } from './edit-times.ts';

/** What the keys move through: the hours of each day, and above them the day itself. */
export type Slot = { readonly day: Day; readonly hour: number | 'day' };

export const hours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** As in an element's `data-slot`. */
export function toSlotName({ day, hour }: Slot): string {
  return `${day} ${hour}`;
}

export function readSlot(element: Element | null | undefined): Slot | undefined {
  const [day, hour] =
    (element as HTMLElement | null | undefined)?.dataset['slot']?.split(' ') ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return { day, hour: hour === 'day' ? 'day' : Number(hour) };
}

/**
 * The slot that a key moves to, as in the W3C's grid pattern: arrows by hour and day, Home and End within
 * the days, with Control to the first and last slot, and Page Up and Down by as many days as are shown.
 */
export function moveSlot(
  { day, hour }: Slot,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  days: readonly [Day, ...Day[]],
): Slot | undefined {
  const [first, last] = [days[0], days.at(-1) ?? days[0]];
  switch (key) {
    case 'ArrowUp':
      return { day, hour: hour === 'day' || hour === 0 ? 'day' : hour - 1 };
    case 'ArrowDown':
      return { day, hour: hour === 'day' ? 0 : Math.min(hour + 1, 23) };
    case 'ArrowLeft':
      return { day: addDays(day, -1), hour };
    case 'ArrowRight':
      return { day: addDays(day, 1), hour };
    case 'Home':
      return { day: first, hour: ctrlKey ? 'day' : hour };
    case 'End':
      return { day: last, hour: ctrlKey ? 23 : hour };
    case 'PageUp':
      return { day: addDays(day, -days.length), hour };
    case 'PageDown':
      return { day: addDays(day, days.length), hour };
    default:
      return undefined;
  }
}

/** The times from one slot through another. */
export function slotsToTimes(a: Slot, b: Slot): LocalTimes {
  if (a.hour === 'day' || b.hour === 'day') {
    return a.day < b.day ? allDayTimes(a.day, b.day) : allDayTimes(b.day, a.day);
  }
  const [from, to] = [a, b].map(({ day, hour }) => ({ day, minute: Number(hour) * 60 }));
  return timesBetween(from ?? { day: a.day, minute: 0 }, to ?? { day: b.day, minute: 0 }, 60);
}

/** '9 AM' */
export function formatHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
