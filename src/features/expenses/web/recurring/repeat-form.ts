/** Whether and how an expense repeats, as entered. */
import { plural } from '#kit/counts.ts';
import { type Day, formatDay } from '#kit/day.ts';
import { maxCount } from '#kit/recurrence/recurrence.ts';
import type { RecurringFrequency, RecurringRule } from '../../recurring/recurring.ts';
import { describeStep } from '../../recurring/recurring-words.ts';
import {
  afterMaking,
  nextDay,
  type Schedule,
  skipThrough,
  startSchedule,
} from '../../recurring/schedule.ts';

/** `monthly/3` is every three months. */
export type Repeats = 'never' | `${RecurringFrequency}/${number}`;

export type RepeatForm = {
  repeats: Repeats;
  repeatEnds: 'never' | 'until' | 'times';
  repeatUntil: Day | '';
  repeatTimes: string;
};

export const neverRepeats: RepeatForm = {
  repeats: 'never',
  repeatEnds: 'never',
  repeatUntil: '',
  repeatTimes: '',
};

export function toRepeatForm({ frequency, interval, endBy }: RecurringRule): RepeatForm {
  return {
    repeats: `${frequency}/${interval}`,
    repeatEnds: endBy === null ? 'never' : 'until',
    repeatUntil: endBy ?? '',
    repeatTimes: '',
  };
}

const usual: readonly Repeats[] = ['weekly/1', 'weekly/2', 'monthly/1', 'monthly/3', 'yearly/1'];

/** The usual steps, and the one it has. */
export function listSteps(kept: Repeats): { value: Repeats; label: string }[] {
  const all = kept === 'never' || usual.includes(kept) ? usual : [...usual, kept];
  return all.map((value) => ({ value, label: describeStep(readStep(value)) }));
}

function readStep(repeats: Repeats): Pick<RecurringRule, 'frequency' | 'interval'> {
  const [frequency, interval] = repeats.split('/') as [RecurringFrequency, string];
  return { frequency, interval: Number(interval) };
}

/** Null if it does not repeat. Only of a form without problems. */
export function toRule({
  repeats,
  repeatEnds,
  repeatUntil,
  repeatTimes,
}: RepeatForm): RecurringRule | null {
  if (repeats === 'never') return null;
  return {
    ...readStep(repeats),
    endBy: repeatEnds === 'until' && repeatUntil !== '' ? repeatUntil : null,
    count: repeatEnds === 'times' ? readTimes(repeatTimes) : null,
  };
}

function readTimes(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
}

export function validateRepeat(
  form: RepeatForm,
  day: Day | '',
): { readonly [Name in keyof RepeatForm]?: string } {
  const { repeats, repeatEnds, repeatUntil, repeatTimes } = form;
  if (repeats === 'never') return {};
  if (repeatEnds === 'until' && (repeatUntil === '' || repeatUntil < day)) {
    return { repeatUntil: repeatUntil === '' ? 'Choose a date' : 'Choose a later date' };
  }
  const times = readTimes(repeatTimes);
  if (repeatEnds === 'times' && (times < 1 || times > maxCount)) {
    return { repeatTimes: `Enter a number from 1 to ${maxCount.toLocaleString('en-US')}` };
  }
  return {};
}

/** When the others come: 'Then Feb 28, 2026, Mar 31, 2026 and so on.' Undefined if there is a problem. */
export function describeDays(form: RepeatForm, day: Day | '', today: Day): string | undefined {
  const rule = toRule(form);
  if (!rule || day === '' || Object.keys(validateRepeat(form, day)).length > 0) return undefined;
  const started = startSchedule(rule, day);
  if (!started.ok) return undefined;
  const second = afterMaking(started.value);
  const [first, ...more] = listDays(second, 3);
  if (first === undefined) return 'Only this one: no dates are left before it ends.';
  const days = [first, ...more].map((each) => formatDay(each));
  const goesOn = listDays(second, 4).length > days.length;
  const due = skipThrough(second, today).skipped;
  const past =
    due === 0 ? '' : ` ${plural(due, 'day is', 'days are')} past and will be made from tonight on.`;
  return `Then ${days.join('; ')}${goesOn ? ' and so on' : ''}.${past}`;
}

function listDays(schedule: Schedule, most: number): Day[] {
  const day = most > 0 ? nextDay(schedule) : null;
  return day === null ? [] : [day, ...listDays(afterMaking(schedule), most - 1)];
}
