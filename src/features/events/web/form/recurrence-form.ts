/**
 * How an event repeats, as a person chooses it. The day it starts on decides what there is to choose:
 * every week on that weekday and perhaps others, every month on that date or that weekday.
 */
import { type Day, formatDay } from '#kit/day.ts';
import {
  type Frequency,
  frequencies,
  maxCount,
  maxInterval,
  type Weekday,
} from '#kit/recurrence/recurrence.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';

/** 'kept': a rule from elsewhere that this form has no words for stays what it is. */
export type Repeats = 'never' | Frequency | 'kept';
export type MonthlyWay = 'date' | 'weekday' | 'last-day' | 'last-weekday';

export type RecurrenceForm = {
  repeats: Repeats;
  /** As typed. */
  interval: string;
  /** Besides the weekday of the start, which is always one of them. */
  otherWeekdays: Weekday[];
  monthly: MonthlyWay;
  ends: 'never' | 'until' | 'times';
  until: Day | '';
  /** As typed. */
  times: string;
};

export const noRecurrence: RecurrenceForm = {
  repeats: 'never',
  interval: '1',
  otherWeekdays: [],
  monthly: 'date',
  ends: 'never',
  until: '',
  times: '10',
};

/** In the order of the month's grid. */
export const weekdayChoices: readonly { code: Weekday; name: string }[] = [
  { code: 'SU', name: 'Sunday' },
  { code: 'MO', name: 'Monday' },
  { code: 'TU', name: 'Tuesday' },
  { code: 'WE', name: 'Wednesday' },
  { code: 'TH', name: 'Thursday' },
  { code: 'FR', name: 'Friday' },
  { code: 'SA', name: 'Saturday' },
];

export function weekdayOf(day: Day): Weekday {
  return weekdayChoice(day).code;
}

function weekdayChoice(day: Day): { code: Weekday; name: string } {
  const found = weekdayChoices[Temporal.PlainDate.from(day).dayOfWeek % 7];
  if (!found) throw new Error('a week has seven days');
  return found;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The ways to repeat monthly from a day: its date, its weekday, and the last ones where it is one. */
export function monthlyWays(day: Day): { value: MonthlyWay; label: string; note?: string }[] {
  const { day: date, daysInMonth } = Temporal.PlainDate.from(day);
  const nth = Math.ceil(date / 7);
  const { name } = weekdayChoice(day);
  return [
    {
      value: 'date',
      label: `On day ${date}`,
      ...(date > 28 && {
        note: `Skipped in months without a ${date === 31 ? '31st' : `${date}th`}.`,
      }),
    },
    ...(date === daysInMonth ? [{ value: 'last-day' as const, label: 'On the last day' }] : []),
    {
      value: 'weekday',
      label: `On the ${ordinals[nth - 1]} ${name}`,
      ...(nth === 5 && { note: `Skipped in months without a fifth ${name}.` }),
    },
    ...(date + 7 > daysInMonth
      ? [{ value: 'last-weekday' as const, label: `On the last ${name}` }]
      : []),
  ];
}

/** The chosen way, or the date where the day it starts on has no such way any more. */
export function wayOn({ monthly }: RecurrenceForm, day: Day): MonthlyWay {
  return monthlyWays(day).some(({ value }) => value === monthly) ? monthly : 'date';
}

export type RecurrenceFaults = Partial<Record<'interval' | 'until' | 'times', string>>;

/** What is wrong with the choice for an event that starts on `day`; empty when nothing is. */
export function recurrenceFaults(form: RecurrenceForm, day: Day): RecurrenceFaults {
  if (form.repeats === 'never' || form.repeats === 'kept') return {};
  const faults: RecurrenceFaults = {};
  if (!isWhole(form.interval, maxInterval)) {
    faults.interval = `Must be a whole number from 1 to ${maxInterval}`;
  }
  if (form.ends === 'until' && form.until === '') faults.until = 'Choose the last day';
  if (form.ends === 'until' && form.until !== '' && form.until < day) {
    faults.until = `Cannot be before it starts on ${formatDay(day)}`;
  }
  if (form.ends === 'times' && !isWhole(form.times, maxCount)) {
    faults.times = `Must be a whole number from 1 to ${maxCount}`;
  }
  return faults;
}

function isWhole(typed: string, most: number): boolean {
  const text = typed.trim();
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

/** The rule that a form without faults means; `kept` is the one that it has no words for. */
export function recurrenceOf(
  form: RecurrenceForm,
  day: Day,
  kept: RecurrencePattern | null = null,
): RecurrencePattern | null {
  if (form.repeats === 'never') return null;
  if (form.repeats === 'kept') return kept;
  const isMonthly = form.repeats === 'monthly';
  return {
    frequency: form.repeats,
    interval: Number(form.interval),
    byDay: form.repeats === 'weekly' ? weekdaysOf(form, day) : isMonthly ? byDayOf(form, day) : [],
    byMonthDay: isMonthly ? byMonthDayOf(form, day) : [],
    byMonth: [],
    weekStart: 'SU',
    endBy: form.ends === 'until' && form.until !== '' ? form.until : null,
    count: form.ends === 'times' ? Number(form.times) : null,
  };
}

/** The weekdays of a weekly event that starts on `day`, in the week's order. */
export function weekdaysOf({ otherWeekdays }: RecurrenceForm, day: Day): Weekday[] {
  const codes = weekdayChoices.map(({ code }) => code);
  return codes.filter((code) => code === weekdayOf(day) || otherWeekdays.includes(code));
}

function byDayOf(form: RecurrenceForm, day: Day): string[] {
  const way = wayOn(form, day);
  if (way === 'last-weekday') return [`-1${weekdayOf(day)}`];
  return way === 'weekday' ? [`${Math.ceil(dateOf(day) / 7)}${weekdayOf(day)}`] : [];
}

function byMonthDayOf(form: RecurrenceForm, day: Day): number[] {
  const way = wayOn(form, day);
  if (way === 'last-day') return [-1];
  return way === 'date' ? [dateOf(day)] : [];
}

function dateOf(day: Day): number {
  return Number(day.slice(8));
}

/** The form of a rule; 'kept' where what the form would send back is not what the rule says. */
export function formOfRecurrence(rule: RecurrencePattern | null, day: Day): RecurrenceForm {
  if (!rule) return noRecurrence;
  const form: RecurrenceForm = {
    repeats: frequencies.find((each) => each === rule.frequency) ?? 'kept',
    interval: String(rule.interval),
    otherWeekdays: weekdayChoices
      .map(({ code }) => code)
      .filter((code) => rule.byDay.includes(code) && code !== weekdayOf(day)),
    monthly: rule.frequency === 'monthly' ? toMonthlyWay(rule) : noRecurrence.monthly,
    ends: rule.endBy !== null ? 'until' : rule.count !== null ? 'times' : 'never',
    until: rule.endBy ?? '',
    times: rule.count === null ? noRecurrence.times : String(rule.count),
  };
  return meansTheSame(recurrenceOf(form, day), day, rule, day)
    ? form
    : { ...form, repeats: 'kept' };
}

function toMonthlyWay({ byDay, byMonthDay }: RecurrencePattern): MonthlyWay {
  const [first] = byDay;
  if (first !== undefined) return first.startsWith('-1') ? 'last-weekday' : 'weekday';
  return byMonthDay[0] === -1 ? 'last-day' : 'date';
}

/** Whether a rule of an event that starts on one day says what another says of another day. */
export function meansTheSame(
  rule: RecurrencePattern | null,
  day: Day,
  other: RecurrencePattern | null,
  otherDay: Day,
): boolean {
  return meaningOf(rule, day) === meaningOf(other, otherDay);
}

/** The same text for rules that mean the same, of an event that starts on that day. */
function meaningOf(rule: RecurrencePattern | null, day: Day): string {
  if (!rule) return '';
  const { frequency, interval, byMonth, endBy, count } = rule;
  const isBare = rule.byDay.length === 0 && rule.byMonthDay.length === 0;
  const byDay = isBare && frequency === 'weekly' ? [weekdayOf(day)] : [...rule.byDay].sort();
  const byMonthDay = isBare && frequency === 'monthly' ? [dateOf(day)] : rule.byMonthDay;
  // Which day a week begins with matters only where weeks are left out.
  const weekStart = frequency === 'weekly' && interval > 1 ? rule.weekStart : 'SU';
  return JSON.stringify([frequency, interval, byDay, byMonthDay, byMonth, weekStart, endBy, count]);
}
