import { type Day } from '#kit/day.ts';
import { minutesPerDay } from './clock-change.ts';
import type { Point } from './edit-times.ts';

/** The height of an hour, and the width of the column of hours. */
export const hourRem = 3;
export const getGutterRem = (isCompact: boolean): number => (isCompact ? 2.75 : 3.75);

/** The point of the week at a point of the window; the nearest one outside of the hours. */
export function locate(
  body: HTMLElement,
  days: readonly [Day, ...Day[]],
  gutterRem: number,
  { x, y }: { x: number; y: number },
): Point {
  const { left, top, width, height } = body.getBoundingClientRect();
  const gutter = gutterRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const column = Math.floor(((x - left - gutter) / (width - gutter)) * days.length);
  const minute = Math.floor(((y - top) / height) * minutesPerDay);
  return {
    day: days[Math.min(Math.max(column, 0), days.length - 1)] ?? days[0],
    minute: Math.min(Math.max(minute, 0), minutesPerDay - 1),
  };
}

/** The left edge and the width of a day's column. */
export function placeColumn(column: number, count: number, gutterRem: number) {
  const day = `(100% - ${gutterRem}rem) / ${count}`;
  return { left: `calc(${gutterRem}rem + ${column} * ${day})`, width: `calc(${day})` };
}
