import { type Day, formatDay } from '#kit/day.ts';

export const frequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof frequencies)[number];

export type RecurrencePattern = {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Weekday names. */
  readonly byDay: readonly string[];
  readonly endBy: Day | null;
  readonly count: number | null;
};

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
  const { interval, byDay, endBy, count } = pattern;
  const unit = units[pattern.frequency];
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  const on = byDay.length === 0 ? '' : ` on ${byDay.join(', ')}`;
  if (endBy) return `${every}${on} until ${formatDay(endBy)}`;
  if (count) return `${every}${on} for ${count} occurrences`;
  return `${every}${on}`;
}
