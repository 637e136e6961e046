import { type Day, type Instant, instantToDay } from '#kit/day.ts';
import { lateAfterDays } from '../cover.ts';

/** How many of these are late, and by how many days the longest one. */
export function describeLate(
  debtors: readonly { readonly since: Instant }[],
  today: Day,
  zone: string,
): { readonly count: number; readonly days: number } {
  const now = Temporal.PlainDate.from(today);
  const late = debtors
    .map(({ since }) => now.since(instantToDay(since, zone), { largestUnit: 'days' }).days)
    .map((days) => days - lateAfterDays)
    .filter((days) => days > 0);
  return { count: late.length, days: Math.max(0, ...late) };
}
