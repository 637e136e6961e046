import { formatDay } from '#kit/day.ts';
import type { RecurringExpense, RecurringRule } from './recurring.ts';

const units = { weekly: 'week', monthly: 'month', yearly: 'year' } as const;
const names = { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' } as const;

/** 'Monthly', 'Every 2 weeks' */
export function describeStep({
  frequency,
  interval,
}: Pick<RecurringRule, 'frequency' | 'interval'>): string {
  return interval === 1 ? names[frequency] : `Every ${interval} ${units[frequency]}s`;
}

/** 'Monthly until Mar 31, 2027' */
export function describeRule(rule: RecurringRule): string {
  const step = describeStep(rule);
  return rule.endBy === null ? step : `${step} until ${formatDay(rule.endBy)}`;
}

/** 'Monthly until Mar 31, 2027, next Dec 1, 2026' */
export function describeRecurring({ rule, status, nextDay }: RecurringExpense): string {
  if (status === 'ended' || nextDay === null) return `${describeStep(rule)}, ended`;
  return `${describeRule(rule)}, ${status === 'paused' ? 'paused' : `next ${formatDay(nextDay)}`}`;
}
