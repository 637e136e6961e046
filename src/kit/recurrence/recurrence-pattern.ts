/** The wire format of recurrence rules; recurrence.ts defines their meaning. */
import * as z from 'zod/mini';
import { type Day, localToDay } from '#kit/day.ts';
import { textLike } from '#kit/text.ts';
import { whenFieldsAreValid } from '#kit/valid-fields.ts';
import { wholeNumber } from '#kit/whole-number.ts';
import { calendarDay, lastDay } from '../calendar/calendar-day.ts';
import { toPlain } from './plain-rule.ts';
import {
  type ByDay,
  frequencies,
  maxCount,
  maxInterval,
  maxSetPosition,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from './recurrence.ts';

/** Ordinals up to 53, the most weekdays of one kind in a year. */
const weekdayCode = /^([+-]?(?:0?[1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/;

const counted = (most: number) =>
  z.int().check(
    z.minimum(-most),
    z.maximum(most),
    z.refine((value) => value !== 0, `Must be 1 to ${most}, or -1 to -${most}`),
  );

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const duplicates = 'Must not contain duplicates';

/**
 * Daily, weekly, monthly or yearly, every `interval`; unknown parts are refused. Endless without
 * `endBy` and `count`.
 */
export const recurrencePattern = z
  .strictObject({
    frequency: z.enum(frequencies),
    interval: z._default(wholeNumber(1, maxInterval), 1),
    /** As in RFC 5545: `MO`, `2TU` for the second Tuesday, `-1FR` for the last Friday. */
    byDay: z._default(
      z.array(textLike(weekdayCode, 'Must be a weekday such as TU, 2TU or -1FR')).check(
        z.maxLength(35),
        z.refine(
          (codes) => isUnique(codes.map((code) => formatByDay(readByDay(code)))),
          duplicates,
        ),
      ),
      [],
    ),
    /** 1 to 31, or -1 to -31 from the end of the month; months without the day are skipped. */
    byMonthDay: z._default(
      z.array(counted(31)).check(z.maxLength(31), z.refine(isUnique, duplicates)),
      [],
    ),
    byMonth: z._default(
      z.array(wholeNumber(1, 12)).check(z.maxLength(12), z.refine(isUnique, duplicates)),
      [],
    ),
    /**
     * Which of the days of a month or year that the other parts name: 1 is the first, -1 the last.
     * With all workdays and -1, the last workday. Empty means all of them.
     */
    bySetPosition: z._default(
      z.array(counted(maxSetPosition)).check(z.maxLength(31), z.refine(isUnique, duplicates)),
      [],
    ),
    /** First day of the week, which matters for every second week. Sunday, as in the month view. */
    weekStart: z._default(z.enum(weekdays), 'SU'),
    /** The last day an occurrence may start on. */
    endBy: z._default(z.nullable(calendarDay), null),
    /** Number of occurrences, including the first. */
    count: z._default(z.nullable(wholeNumber(1, maxCount)), null),
  })
  .check(
    z.refine(({ endBy, count }) => endBy === null || count === null, {
      path: ['count'],
      when: whenFieldsAreValid,
      message: 'A series ends either on a date or after a number of occurrences',
    }),
  );
export type RecurrencePattern = z.output<typeof recurrencePattern>;

export function toRule(pattern: RecurrencePattern): RecurrenceRule {
  const { endBy, count, ...more } = pattern;
  return toPlain({ ...more, byDay: pattern.byDay.map(readByDay), end: toEnd(endBy, count) });
}

function toEnd(endBy: Day | null, count: number | null): RecurrenceRule['end'] {
  if (endBy !== null) return { kind: 'until', until: `${endBy}T23:59` };
  return count === null ? { kind: 'never' } : { kind: 'count', count };
}

function readByDay(code: string): ByDay {
  const [, ordinal, weekday] = weekdayCode.exec(code) ?? [];
  return { weekday: weekday as Weekday, nth: ordinal === undefined ? null : Number(ordinal) };
}

function formatByDay({ weekday, nth }: ByDay): string {
  return `${nth ?? ''}${weekday}`;
}

export function toPattern(rule: RecurrenceRule): RecurrencePattern {
  const { frequency, interval, byDay, byMonthDay, byMonth, bySetPosition, weekStart, end } = rule;
  return {
    frequency,
    interval,
    byDay: byDay.map(formatByDay),
    byMonthDay: [...byMonthDay],
    byMonth: [...byMonth],
    bySetPosition: [...bySetPosition],
    weekStart,
    endBy: end.kind === 'until' ? withinLastDay(localToDay(end.until)) : null,
    count: end.kind === 'count' ? end.count : null,
  };
}

/** Nothing can happen after the last day, so a later end means the same. */
function withinLastDay(endBy: Day): Day {
  return endBy < lastDay ? endBy : lastDay;
}
