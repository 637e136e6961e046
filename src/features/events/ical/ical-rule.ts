/** Reads the recurrence rule of an event of an iCalendar file, in the calendar's own time. */
import type { Budget } from '#kit/budget.ts';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, formatLocal, type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { checkRule, generateOccurrences, type RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { shiftRule } from '#kit/recurrence/shift-rule.ts';
import { ok, type Result } from '#kit/result.ts';
import { addMinutes } from '../series.ts';
import { createZoneClock, findShift, fromClock } from './ical-clock.ts';
import { unsupported } from './ical-fields.ts';
import { formatBasicDay, formatBasicLocal } from './ical-format.ts';
import type { Component } from './ical-read.ts';
import type { IcalTime } from './ical-times.ts';

/** `start` is the first occurrence in the zone of the calendar. */
export function readSeriesRule(
  { properties }: Component,
  first: IcalTime,
  start: LocalDateTime,
  { zone, budget }: { readonly zone: string; readonly budget: Budget },
): Result<RecurrenceRule | null> {
  const rules = new Set(
    properties.filter(({ name }) => name === 'RRULE').map(({ values }) => values[0] ?? ''),
  );
  const [text] = rules;
  if (text === undefined) return ok(null);
  if (rules.size > 1) return unsupported('Has more than one recurrence rule');
  const parsed = parseRule(
    dropTimeOfStart(text, first).replace(
      /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/i,
      (all, ...numbers: string[]) => convertUntil(numbers.slice(0, 6), first, zone) ?? all,
    ),
  );
  if (!parsed.ok) return unsupported(`Recurrence rule not supported: ${parsed.refusal.message}`);
  const rule = withoutFarEnd(parsed.value);
  const isEndMoved = /UNTIL=\d{8}T\d{6}Z/i.test(text);
  const moved = moveToZone(rule, first, start, { zone, budget, isEndMoved });
  if (!moved.ok) return moved;
  const refused = checkRule(start, moved.value);
  return refused ? unsupported(`Recurrence rule not supported: ${refused.refusal.message}`) : moved;
}

/** Some programs also say in a rule at which time it begins, as `BYHOUR=18;BYMINUTE=0`. */
function dropTimeOfStart(rule: string, { local }: IcalTime): string {
  const [hour, minute] = localToTime(local).split(':').map(Number);
  const values: Readonly<Record<string, number | undefined>> = { hour, minute, second: 0 };
  return rule.replaceAll(
    /BY(HOUR|MINUTE|SECOND)=(\d\d?)(?:;|$)/gi,
    (all, unit: string, value: string) => (Number(value) === values[unit.toLowerCase()] ? '' : all),
  );
}

/** A UTC `UNTIL` in the zone of the calendar; of whole days, the day that it names. */
function convertUntil(numbers: string[], first: IcalTime, zone: string): string | undefined {
  const [year, month, day, hour, minute] = numbers;
  if (first.isDay && first.clock === null) return `UNTIL=${year}${month}${day}`;
  try {
    const local = formatLocal(
      Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}`),
    );
    const utc = createZoneClock('UTC');
    if (first.isDay && first.clock) {
      const minutes = first.clock.offsetAt(utc.toInstant(local));
      return `UNTIL=${formatBasicDay(addMinutes(local, minutes))}`;
    }
    return `UNTIL=${formatBasicLocal(fromClock(local, utc, zone))}`;
  } catch {
    return undefined;
  }
}

/** Some programs write a series without an end as one that ends in the year 9999. */
function withoutFarEnd(rule: RecurrenceRule): RecurrenceRule {
  const { end } = rule;
  return end.kind === 'until' && end.until >= '9000' ? { ...rule, end: { kind: 'never' } } : rule;
}

/** A rule of another clock, if it means the same on the calendar's. */
function moveToZone(
  rule: RecurrenceRule,
  { clock, local, isDay }: IcalTime,
  start: LocalDateTime,
  { zone, budget, isEndMoved }: { zone: string; budget: Budget; isEndMoved: boolean },
): Result<RecurrenceRule> {
  if (isDay || clock === null || clock.zone === zone) return ok(rule);
  const shift = findShift(clock, zone, local, findLastDay(local, rule, budget));
  const days = daysBetween(localToDay(local), localToDay(start));
  const isOfWeekdays = rule.frequency === 'daily' || rule.frequency === 'weekly';
  const canMove = isOfWeekdays && rule.byMonth.length === 0 && rule.byMonthDay.length === 0;
  if (shift === undefined || (days !== 0 && !canMove))
    return unsupported(
      `Repeats in ${clock.name.slice(0, 100)} time, but this calendar uses ${zone}`,
    );
  const { end } = rule;
  const moved = shiftRule(rule, local, days);
  if (end.kind !== 'until' || isEndMoved) return ok({ ...moved, end });
  return ok({ ...moved, end: { kind: 'until', until: addMinutes(end.until, shift) } });
}

/** Null if the series goes on. */
function findLastDay(start: LocalDateTime, rule: RecurrenceRule, budget: Budget): Day | null {
  if (rule.end.kind === 'never') return null;
  if (rule.end.kind === 'until') return localToDay(rule.end.until);
  const from = localToDay(start);
  const all = generateOccurrences(start, rule, { from, to: addDays(from, daysCounted) }, budget);
  let last: LocalDateTime | undefined;
  let count = 0;
  for (const each of all) [last, count] = [each, count + 1];
  return last !== undefined && count === rule.end.count ? localToDay(last) : null;
}

/** Sixty years. */
const daysCounted = 21_915;
