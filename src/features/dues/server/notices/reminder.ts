/** When a member is reminded of what is due, and how emails say it. */
import { countDaysLate, describeLate } from '#features/wallets/due-words.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, formatLongDay } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import type { OpenDebt } from '../../contract.ts';

/** Identifies reminders among sent notices. */
export const reminderKind = 'due-reminders';

/** Days after the due day. */
const steps = [-7, 3, 14, 30] as const;
export type Step = (typeof steps)[number];
/** A step that falls on a weekend, or that a server missed, is sent this much later at most. */
const maxDaysLate = 3;
/** Who was charged so lately knows. */
const quietDays = 10;

/** The step that is due on a day; undefined if none is. */
export function findStep(dueOn: Day, chargedOn: Day, today: Day): Step | undefined {
  if (isWeekend(today)) return undefined;
  const days = daysBetween(dueOn, today);
  const step = steps.findLast((each) => each <= days);
  if (step === undefined || days - step > maxDaysLate) return undefined;
  const isNew = daysBetween(chargedOn, dueOn) + step < quietDays;
  return step < 0 && isNew ? undefined : step;
}

function isWeekend(day: Day): boolean {
  return Temporal.PlainDate.from(day).dayOfWeek > 5;
}

/** 'January 31', with the year if it is another than today's. */
export function formatDueDay(dueOn: Day, today: Day): string {
  const text = formatLongDay(dueOn);
  const thisYear = `, ${today.slice(0, 4)}`;
  return text.endsWith(thisYear) ? text.slice(0, -thisYear.length) : text;
}

/** 'today', 'tomorrow', 'Friday', or further away 'Friday, January 31'. */
export function nameDueDay(dueOn: Day, today: Day): string {
  const days = daysBetween(today, dueOn);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  const weekday = nameWeekday(dueOn);
  return days > 1 && days < 7 ? weekday : `${weekday}, ${formatDueDay(dueOn, today)}`;
}

/** '2027 dues: $150.00 of $250.00, was due January 31, 3 days late.' */
export function describeDebt({ title, amount, open, dueOn }: OpenDebt, today: Day): string {
  const money =
    open < amount ? `${formatMoney(open)} of ${formatMoney(amount)}` : formatMoney(open);
  const late = countDaysLate(dueOn, today);
  const when =
    late > 0
      ? `was due ${formatDueDay(dueOn, today)}, ${describeLate(late)}`
      : `due ${nameDueDay(dueOn, today)}`;
  return `${toSingleLine(title)}: ${money}, ${when}.`;
}

/** A member's own dues, and how the chapter is paid if something is open. */
export function linkToDues(publicUrl: string, isOpen: boolean) {
  return { action: isOpen ? 'View and Pay' : 'View Dues', link: `${publicUrl}/dues` };
}
