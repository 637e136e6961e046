/** Parses and formats recurrence rules (RFC 5545). */
import { formatLocal } from '#kit/day.ts';
import { ok, type Result } from '#kit/result.ts';
import { toPlain } from './plain-rule.ts';
import {
  type ByDay,
  type Frequency,
  invalid,
  maxCount,
  maxInterval,
  maxSetPosition,
  type RecurrenceEnd,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from './recurrence.ts';

const frequencyByName: Record<string, Frequency> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};

/**
 * Parses `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20261231T235959`. UNTIL is a date (inclusive) or
 * a local time; callers must convert UTC (`…Z`) first. A value that is repeated counts once; spaces
 * and a semicolon at the end mean nothing. Refuses unknown parts, repeated parts and values out of range.
 */
export function parseRule(text: string): Result<RecurrenceRule> {
  const parts = new Map<string, string>();
  for (const part of text
    .replaceAll(/\s/g, '')
    .replace(/^RRULE:/i, '')
    .replace(/;+$/, '')
    .split(';')) {
    const [name = '', value, ...rest] = part.toUpperCase().split('=');
    if (!value || rest.length > 0 || parts.has(name)) return invalid(`Cannot read "${part}"`);
    parts.set(name, value);
  }
  const taken = (name: string) => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  // The plain rule, as RFC 7529 (4.1) has it.
  const scale = taken('RSCALE') ?? 'GREGORIAN';
  const skip = taken('SKIP') ?? 'OMIT';
  const frequency = frequencyByName[taken('FREQ') ?? ''];
  if (!frequency) return invalid('FREQ must be DAILY, WEEKLY, MONTHLY, or YEARLY');
  const interval = wholeNumber(taken('INTERVAL') ?? '1', 1, maxInterval);
  const byDay = readList(taken('BYDAY'), readByDay);
  const byMonthDay = readList(taken('BYMONTHDAY'), (each) => signedNumber(each, 31));
  const byMonth = readList(taken('BYMONTH'), (each) => wholeNumber(each, 1, 12));
  const bySetPosition = readList(taken('BYSETPOS'), (each) => signedNumber(each, maxSetPosition));
  const weekStart =
    weekdays.find((weekday) => weekday === 'MO' && !parts.has('WKST')) ??
    readWeekday(taken('WKST') ?? '');
  const end = readEnd(taken('UNTIL'), taken('COUNT'));
  const [unknown] = parts.keys();
  if (unknown !== undefined) return invalid(`${unknown} is not supported`);
  if (scale !== 'GREGORIAN') return invalid('RSCALE must be GREGORIAN');
  if (skip !== 'OMIT') return invalid('SKIP must be OMIT');
  if (interval === undefined) return invalid(`INTERVAL must be 1 to ${maxInterval}`);
  if (!byDay) return invalid('BYDAY must name weekdays, such as TU or 2TU or -1FR');
  if (!byMonthDay) return invalid('BYMONTHDAY must be 1 to 31, or -1 to -31');
  if (!byMonth) return invalid('BYMONTH must be 1 to 12');
  if (!bySetPosition)
    return invalid(`BYSETPOS must be 1 to ${maxSetPosition}, or -1 to -${maxSetPosition}`);
  if (!weekStart) return invalid('WKST must be a weekday');
  if (!end) return invalid(`Either UNTIL (a date) or COUNT (1 to ${maxCount}) may end a series`);
  return ok(
    toPlain({ frequency, interval, byDay, byMonthDay, byMonth, bySetPosition, weekStart, end }),
  );
}

function readList<T>(
  text: string | undefined,
  read: (item: string) => T | undefined,
): readonly T[] | undefined {
  const items = text === undefined ? [] : text.split(',').map(read);
  if (!items.every((item) => item !== undefined)) return undefined;
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function signedNumber(text: string, most: number): number | undefined {
  const value = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : 0;
  return value !== 0 && Math.abs(value) <= most ? value : undefined;
}

function readWeekday(text: string): Weekday | undefined {
  return weekdays.find((weekday) => weekday === text);
}

function readByDay(text: string): ByDay | undefined {
  const [, ordinal = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(text) ?? [];
  const weekday = readWeekday(name);
  const nth = ordinal === '' ? null : signedNumber(ordinal, 53);
  return weekday && nth !== undefined ? { weekday, nth } : undefined;
}

function readEnd(until: string | undefined, count: string | undefined): RecurrenceEnd | undefined {
  if (until !== undefined && count !== undefined) return undefined;
  if (until !== undefined) return readUntil(until);
  if (count === undefined) return { kind: 'never' };
  const number = wholeNumber(count, 1, maxCount);
  return number === undefined ? undefined : { kind: 'count', count: number };
}

function readUntil(text: string): RecurrenceEnd | undefined {
  const [, year, month, day, hour = '23', minute = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d)?$/.exec(text) ?? [];
  try {
    const until = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}`);
    return { kind: 'until', until: formatLocal(until) };
  } catch {
    return undefined;
  }
}

/** The canonical text of a rule, which `parseRule` reads. */
export function formatRule(rule: RecurrenceRule): string {
  const { frequency, interval, byDay, byMonthDay, byMonth, bySetPosition, weekStart, end } = rule;
  const parts = [
    `FREQ=${frequency.toUpperCase()}`,
    interval === 1 ? '' : `INTERVAL=${interval}`,
    byMonth.length === 0 ? '' : `BYMONTH=${byMonth.join(',')}`,
    byMonthDay.length === 0 ? '' : `BYMONTHDAY=${byMonthDay.join(',')}`,
    byDay.length === 0
      ? ''
      : `BYDAY=${byDay.map(({ nth, weekday }) => `${nth ?? ''}${weekday}`).join(',')}`,
    bySetPosition.length === 0 ? '' : `BYSETPOS=${bySetPosition.join(',')}`,
    weekStart === 'MO' ? '' : `WKST=${weekStart}`,
    end.kind === 'until' ? `UNTIL=${end.until.replaceAll(/[-:]/g, '')}59` : '',
    end.kind === 'count' ? `COUNT=${end.count}` : '',
  ];
  return parts.filter((part) => part !== '').join(';');
}
