/**
 * The recurrence part of the event form. The choices depend on the start date: weekly on that weekday
 * and optionally others, monthly on that date or weekday.
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

/** 'kept' is a rule that this form cannot express and that stays unchanged. */
export type Repeats = 'never' | Frequency | 'kept';
export type MonthlyWay =
  | 'date'
  | 'weekday'
  | 'last-day'
  | 'last-weekday'
  | 'first-workday'
  | 'last-workday';

export type RecurrenceForm = {
  repeats: Repeats;
  /** As entered. */
  interval: string;
  /** In addition to the weekday of the start. */
  otherWeekdays: Weekday[];
  monthly: MonthlyWay;
  ends: 'never' | 'until' | 'times';
  until: Day | '';
  /** As entered. */
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

/** In the order of the month grid. */
export const weekdayChoices: readonly { code: Weekday; name: string }[] = [
  { code: 'SU', name: 'Sunday' },
  { code: 'MO', name: 'Monday' },
  { code: 'TU', name: 'Tuesday' },
  { code: 'WE', name: 'Wednesday' },
  { code: 'TH', name: 'Thursday' },
  { code: 'FR', name: 'Friday' },
  { code: 'SA', name: 'Saturday' },
];

export function toWeekday(day: Day): Weekday {
  return weekdayChoice(day).code;
}

function weekdayChoice(day: Day): { code: Weekday; name: string } {
  const found = weekdayChoices[Temporal.PlainDate.from(day).dayOfWeek % 7];
  if (!found) throw new Error('a week has seven days');
  return found;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The ways to repeat monthly from a day: by date, by weekday, or by the last day or weekday. */
export function listMonthlyWays(day: Day): { value: MonthlyWay; label: string; note?: string }[] {
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
    ...(isEdgeWorkday(day, -1)
      ? [{ value: 'first-workday' as const, label: 'On the first weekday', note: workdayNote }]
      : []),
    ...(isEdgeWorkday(day, 1)
      ? [{ value: 'last-workday' as const, label: 'On the last weekday', note: workdayNote }]
      : []),
  ];
}

const workdays: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR'];
const workdayNote = 'Monday to Friday.';

/** Whether `day` is a weekday and the next one, or with −1 the one before, is in another month. */
function isEdgeWorkday(day: Day, direction: 1 | -1): boolean {
  const date = Temporal.PlainDate.from(day);
  if (date.dayOfWeek > 5) return false;
  const isNextToWeekend = date.dayOfWeek === (direction === 1 ? 5 : 1);
  return date.add({ days: direction * (isNextToWeekend ? 3 : 1) }).month !== date.month;
}

/** The chosen way, or 'date' if the start date does not allow it. */
export function pickMonthlyWay({ monthly }: RecurrenceForm, day: Day): MonthlyWay {
  return listMonthlyWays(day).some(({ value }) => value === monthly) ? monthly : 'date';
}

export type RecurrenceErrors = Partial<Record<'interval' | 'until' | 'times', string>>;

/** The errors by field, for an event that starts on `day`. */
export function validateRecurrence(form: RecurrenceForm, day: Day): RecurrenceErrors {
  if (form.repeats === 'never' || form.repeats === 'kept') return {};
  const errors: RecurrenceErrors = {};
  if (!isWhole(form.interval, maxInterval)) {
    errors.interval = `Must be a whole number from 1 to ${maxInterval}`;
  }
  if (form.ends === 'until' && form.until === '') errors.until = 'Choose the last day';
  if (form.ends === 'until' && form.until !== '' && form.until < day) {
    errors.until = `Cannot be before it starts on ${formatDay(day)}`;
  }
  if (form.ends === 'times' && !isWhole(form.times, maxCount)) {
    errors.times = `Must be a whole number from 1 to ${maxCount}`;
  }
  return errors;
}

function isWhole(typed: string, max: number): boolean {
  const text = typed.trim();
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

/** Expects a valid form. `kept` is the rule that the form cannot express. */
export function toRecurrence(
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
    byDay:
      form.repeats === 'weekly' ? selectWeekdays(form, day) : isMonthly ? toByDay(form, day) : [],
    byMonthDay: isMonthly ? toByMonthDay(form, day) : [],
    byMonth: [],
    bySetPosition: isMonthly ? toSetPosition(form, day) : [],
    weekStart: 'SU',
    endBy: form.ends === 'until' && form.until !== '' ? form.until : null,
    count: form.ends === 'times' ? Number(form.times) : null,
  };
}

/** The weekdays of a weekly event that starts on `day`, in the order of the week. */
function selectWeekdays({ otherWeekdays }: RecurrenceForm, day: Day): Weekday[] {
  const codes = weekdayChoices.map(({ code }) => code);
  return codes.filter((code) => code === toWeekday(day) || otherWeekdays.includes(code));
}

function toByDay(form: RecurrenceForm, day: Day): string[] {
  const monthlyWay = pickMonthlyWay(form, day);
  if (monthlyWay === 'first-workday' || monthlyWay === 'last-workday') return [...workdays];
  if (monthlyWay === 'last-weekday') return [`-1${toWeekday(day)}`];
  return monthlyWay === 'weekday' ? [`${Math.ceil(dayOfMonth(day) / 7)}${toWeekday(day)}`] : [];
}

function toByMonthDay(form: RecurrenceForm, day: Day): number[] {
  const monthlyWay = pickMonthlyWay(form, day);
  if (monthlyWay === 'last-day') return [-1];
  return monthlyWay === 'date' ? [dayOfMonth(day)] : [];
}

function toSetPosition(form: RecurrenceForm, day: Day): number[] {
  const monthlyWay = pickMonthlyWay(form, day);
  if (monthlyWay === 'first-workday') return [1];
  return monthlyWay === 'last-workday' ? [-1] : [];
}

function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

/** The form values of a rule; 'kept' if the form could not send the same rule back. */
export function toRecurrenceForm(rule: RecurrencePattern | null, day: Day): RecurrenceForm {
  if (!rule) return noRecurrence;
  const form: RecurrenceForm = {
    repeats: frequencies.find((each) => each === rule.frequency) ?? 'kept',
    interval: String(rule.interval),
    otherWeekdays: weekdayChoices
      .map(({ code }) => code)
      .filter((code) => rule.frequency === 'weekly' && rule.byDay.includes(code))
      .filter((code) => code !== toWeekday(day)),
    monthly: rule.frequency === 'monthly' ? toMonthlyWay(rule) : noRecurrence.monthly,
    ends: rule.endBy !== null ? 'until' : rule.count !== null ? 'times' : 'never',
    until: rule.endBy ?? '',
    times: rule.count === null ? noRecurrence.times : String(rule.count),
  };
  return isSameRecurrence(toRecurrence(form, day), day, rule, day)
    ? form
    : { ...form, repeats: 'kept' };
}

function toMonthlyWay({ byDay, byMonthDay, bySetPosition }: RecurrencePattern): MonthlyWay {
  const [position] = bySetPosition;
  if (position !== undefined) return position < 0 ? 'last-workday' : 'first-workday';
  const [first] = byDay;
  if (first !== undefined) return first.startsWith('-1') ? 'last-weekday' : 'weekday';
  return byMonthDay[0] === -1 ? 'last-day' : 'date';
}

/** Whether two rules repeat the same way, each with its own start date. */
export function isSameRecurrence(
  rule: RecurrencePattern | null,
  day: Day,
  other: RecurrencePattern | null,
  otherDay: Day,
): boolean {
  return normalizeRecurrence(rule, day) === normalizeRecurrence(other, otherDay);
}

/** Equal for rules that repeat the same way from this start date. */
function normalizeRecurrence(rule: RecurrencePattern | null, day: Day): string {
  if (!rule) return '';
  const { frequency, interval, byMonth, bySetPosition, endBy, count } = rule;
  const isBare = rule.byDay.length === 0 && rule.byMonthDay.length === 0;
  const byDay = isBare && frequency === 'weekly' ? [toWeekday(day)] : [...rule.byDay].sort();
  const byMonthDay = isBare && frequency === 'monthly' ? [dayOfMonth(day)] : rule.byMonthDay;
  // The first day of the week matters only if weeks are skipped.
  const weekStart = frequency === 'weekly' && interval > 1 ? rule.weekStart : 'SU';
  const days = [byDay, byMonthDay, byMonth, bySetPosition];
  return JSON.stringify([frequency, interval, days, weekStart, endBy, count]);
}
