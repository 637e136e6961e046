import { type RecurrenceRule, weekdays } from './recurrence.ts';

/**
 * The third of all Sundays of a month is its third Sunday, and the last of all days its last day:
 * Outlook writes `BYDAY=SU;BYSETPOS=3` where others write `BYDAY=3SU`. One form, so that equal rules
 * are equal.
 */
export function toPlain(rule: RecurrenceRule): RecurrenceRule {
  const { frequency, byDay, byMonthDay, byMonth, bySetPosition } = rule;
  const [only] = byDay;
  const isOfMonth = frequency === 'monthly' || (frequency === 'yearly' && byMonth.length === 1);
  if (!isOfMonth || bySetPosition.length === 0 || byMonthDay.length > 0) return rule;
  if (!only || byDay.some(({ nth }) => nth !== null)) return rule;
  const most = Math.max(...bySetPosition.map(Math.abs));
  const { weekday } = only;
  if (byDay.length === 1 && most <= 5)
    return { ...rule, byDay: bySetPosition.map((nth) => ({ weekday, nth })), bySetPosition: [] };
  if (byDay.length === weekdays.length && most <= 31)
    return { ...rule, byDay: [], byMonthDay: bySetPosition, bySetPosition: [] };
  return rule;
}
