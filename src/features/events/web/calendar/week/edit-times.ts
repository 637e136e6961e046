/** The arithmetic of moving and resizing in a week: on the wall clock of the calendar's zone. */
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween, isShortEnough } from '#kit/calendar/window.ts';
import {
  type Day,
  formatLocal,
  instantToLocal,
  type LocalDateTime,
  localToDay,
  localToInstant,
} from '#kit/day.ts';
import { isAllDay } from '../../../all-day.ts';
import {
  endLaterByDays,
  isReachable,
  type LocalTimes,
  moveByDays,
  startLaterByDays,
} from '../move/move-times.ts';
import { isBar, toMinutes } from './lay-out-day.ts';

export const snapMinutes = 15;

/** A place in the week: a day, and the minutes since its midnight. */
export type Point = { readonly day: Day; readonly minute: number };

/** Moves an event as a pointer moves from one point to another; a bar by whole days only. */
export function moveByPointer(times: LocalTimes, from: Point, to: Point): LocalTimes {
  const days = daysBetween(from.day, to.day);
  if (isBarOf(times)) return moveByDays(times, days);
  const start = toMinutes(times.startDate) + to.minute - from.minute;
  const day = addDays(localToDay(times.startDate), days);
  return moveTo(times, toLocal({ day, minute: snap(start) }));
}

/** Moves the end as a pointer moves; that of a bar by whole days only. */
export function endByPointer(times: LocalTimes, from: Point, to: Point): LocalTimes {
  const days = daysBetween(from.day, to.day);
  if (isBarOf(times)) return shiftEnd(times, days, 0);
  const end = toMinutes(times.endDate) + to.minute - from.minute;
  const day = addDays(localToDay(times.endDate), days);
  return endAt(times, toLocal({ day, minute: snap(end) }));
}

/** Moves the start as a pointer moves; that of a bar by whole days only. */
export function startByPointer(times: LocalTimes, from: Point, to: Point): LocalTimes {
  const days = daysBetween(from.day, to.day);
  if (isBarOf(times)) return shiftStart(times, days, 0);
  const start = toMinutes(times.startDate) + to.minute - from.minute;
  const day = addDays(localToDay(times.startDate), days);
  return startAt(times, toLocal({ day, minute: snap(start) }));
}

/** Whole days by days only, which is also true of their start and end. */
export function moveByKeys(times: LocalTimes, days: number, minutes: number): LocalTimes {
  if (isOfDays(times)) return moveByDays(times, days);
  return moveTo(times, shift(times.startDate, days, minutes));
}

export function shiftEnd(times: LocalTimes, days: number, minutes: number): LocalTimes {
  if (isOfDays(times)) return endLaterByDays(times, days);
  return endAt(times, shift(times.endDate, days, minutes));
}

export function shiftStart(times: LocalTimes, days: number, minutes: number): LocalTimes {
  if (isOfDays(times)) return startLaterByDays(times, days);
  return startAt(times, shift(times.startDate, days, minutes));
}

/** The times between two points, whichever is first, in steps of `step` minutes. */
export function timesBetween(a: Point, b: Point, step = snapMinutes): LocalTimes {
  const isForward = a.day < b.day || (a.day === b.day && a.minute <= b.minute);
  const [first, last] = isForward ? [a, b] : [b, a];
  return {
    startDate: toLocal({ ...first, minute: Math.floor(first.minute / step) * step }),
    endDate: toLocal({ ...last, minute: Math.floor(last.minute / step) * step + step }),
  };
}

/**
 * The times as the clocks show them: what would start or end in the hour that the change to summer time
 * skips does so after it, or before it if it is moved backward; a moved start keeps the length.
 */
export function skipGap(
  { startDate, endDate }: LocalTimes,
  zone: string,
  isBackward = false,
): LocalTimes {
  if (isAllDay(startDate, endDate)) return { startDate, endDate };
  const start = toShown(startDate, zone, isBackward);
  const moved = Temporal.PlainDateTime.from(startDate).until(start);
  // Only an end that moves alone skips backward.
  const isEndBackward = isBackward && moved.blank;
  const end = toShown(
    formatLocal(Temporal.PlainDateTime.from(endDate).add(moved)),
    zone,
    isEndBackward,
  );
  return { startDate: start, endDate: end < start ? start : end };
}

/** The same for a start that moves alone: after the skipped hour, or before it if it would end by then. */
export function skipGapAtStart(
  { startDate, endDate }: LocalTimes,
  zone: string,
  isBackward = false,
): LocalTimes {
  if (isAllDay(startDate, endDate)) return { startDate, endDate };
  const start = toShown(startDate, zone, isBackward);
  return { startDate: start < endDate ? start : toShown(startDate, zone, true), endDate };
}

/** The same times on the wall clock of another zone; whole days are the same on each. */
export function toZone(times: LocalTimes, from: string, to: string): LocalTimes {
  if (from === to || isOfDays(times)) return times;
  const change = (local: LocalDateTime) => instantToLocal(localToInstant(local, from), to);
  return { startDate: change(times.startDate), endDate: change(times.endDate) };
}

/** Whether the calendar and the server allow these times. */
export function isAllowed({ startDate, endDate }: LocalTimes): boolean {
  const areReachable = [startDate, endDate].every((local) => isReachable(localToDay(local)));
  return areReachable && isShortEnough(startDate, endDate);
}

export function isSameTimes(a: LocalTimes, b: LocalTimes): boolean {
  return a.startDate === b.startDate && a.endDate === b.endDate;
}

/** The same start with another length in minutes on the wall clock. */
export function withLength({ startDate }: LocalTimes, minutes: number): LocalTimes {
  return { startDate, endDate: shift(startDate, 0, minutes) };
}

export function lengthOf({ startDate, endDate }: LocalTimes): number {
  return Temporal.PlainDateTime.from(startDate).until(endDate).total('minutes');
}

function isOfDays({ startDate, endDate }: LocalTimes): boolean {
  return isAllDay(startDate, endDate);
}

function isBarOf({ startDate: localStart, endDate: localEnd }: LocalTimes): boolean {
  return isBar({ localStart, localEnd });
}

function moveTo({ startDate, endDate }: LocalTimes, start: LocalDateTime): LocalTimes {
  const length = Temporal.PlainDateTime.from(startDate).until(endDate);
  return { startDate: start, endDate: formatLocal(Temporal.PlainDateTime.from(start).add(length)) };
}

/** Not before it has lasted one step. */
function endAt({ startDate }: LocalTimes, end: LocalDateTime): LocalTimes {
  const earliest = shift(startDate, 0, snapMinutes);
  return { startDate, endDate: end < earliest ? earliest : end };
}

/** Not before its end is one step away. */
function startAt({ endDate }: LocalTimes, start: LocalDateTime): LocalTimes {
  const latest = shift(endDate, 0, -snapMinutes);
  return { startDate: start > latest ? latest : start, endDate };
}

function shift(local: LocalDateTime, days: number, minutes: number): LocalDateTime {
  return formatLocal(Temporal.PlainDateTime.from(local).add({ days }).add({ minutes }));
}

function snap(minute: number): number {
  return Math.round(minute / snapMinutes) * snapMinutes;
}

function toLocal({ day, minute }: Point): LocalDateTime {
  return shift(`${day}T00:00`, 0, minute);
}

function toShown(local: LocalDateTime, zone: string, isBackward: boolean): LocalDateTime {
  const disambiguation = isBackward ? 'earlier' : 'compatible';
  const time = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation });
  return formatLocal(time.toPlainDateTime());
}
