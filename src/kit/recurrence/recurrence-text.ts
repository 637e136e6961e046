import { plural } from '#kit/counts.ts';
import { formatDay } from '#kit/day.ts';
import type { Frequency } from './recurrence.ts';
import type { RecurrencePattern } from './recurrence-pattern.ts';

const units: Record<Frequency, string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
};

/**
 * 'Every [n] frequency on days until date' or 'for N occurrences'; 'No recurrence' if none
 * (specification, section 9).
 */
export function describeRecurrence(pattern: RecurrencePattern | null): string {
  if (!pattern) return 'No recurrence';
  const { interval, endBy, count } = pattern;
  const unit = units[pattern.frequency];
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  const on = describeDays(pattern);
  if (endBy) return `${every}${on} until ${formatDay(endBy)}`;
  if (count) return `${every}${on} for ${plural(count, 'occurrence')}`;
  return `${every}${on}`;
}

/**
 * With days of the month, weekdays are a restriction: 'on Friday, the 13th' is a Friday that is the
 * 13th.
 */
function describeDays({ byDay, byMonthDay, byMonth, bySetPosition }: RecurrencePattern): string {
  const named = byDay.map(nameWeekday).join(', ');
  const days = [nameSet(byDay, bySetPosition) ?? named, byMonthDay.map(nameMonthDay).join(', ')]
    .filter((part) => part !== '')
    .join(' when it is ');
  const months = byMonth.map((month) => monthNames[month - 1] ?? '').join(', ');
  return `${days === '' ? '' : ` on ${days}`}${months === '' ? '' : ` in ${months}`}`;
}

/** 'the last weekday', 'the first, third of Monday, Tuesday'; undefined if all of them are meant. */
function nameSet(byDay: readonly string[], positions: readonly number[]): string | undefined {
  if (positions.length === 0) return undefined;
  const places = `the ${positions.map(nameOrdinal).join(', ')}`;
  const codes = [...byDay].sort().join();
  if (codes === 'FR,MO,TH,TU,WE') return `${places} weekday`;
  if (codes === 'SA,SU') return `${places} weekend day`;
  return byDay.length === 0 ? places : `${places} of ${byDay.map(nameWeekday).join(', ')}`;
}

const dayNames: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `MO` is Monday, `2TU` the second Tuesday, `-1FR` the last Friday. */
function nameWeekday(code: string): string {
  const name = dayNames[code.slice(-2)] ?? code;
  const nth = Number(code.slice(0, -2));
  return nth === 0 ? name : `the ${nameOrdinal(nth)} ${name}`;
}

function nameMonthDay(monthDay: number): string {
  if (monthDay > 0) return `the ${withOrdinal(monthDay)}`;
  return monthDay === -1 ? 'the last day' : `the ${nameOrdinal(monthDay)} day`;
}

const placeNames = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** `2` is second, `-1` last, `-2` second-to-last. */
function nameOrdinal(nth: number): string {
  const place = placeNames[Math.abs(nth)] ?? withOrdinal(Math.abs(nth));
  if (nth > 0) return place;
  return nth === -1 ? 'last' : `${place}-to-last`;
}

function withOrdinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}
