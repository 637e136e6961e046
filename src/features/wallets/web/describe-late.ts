import type { Day } from '#kit/day.ts';

/** How many of these are late, and by how many days the longest one. */
export function describeLate(
  debtors: readonly { readonly dueOn: Day }[],
  today: Day,
): { readonly count: number; readonly days: number } {
  const now = Temporal.PlainDate.from(today);
  const late = debtors
    .map(({ dueOn }) => now.since(dueOn, { largestUnit: 'days' }).days)
    .filter((days) => days > 0);
  return { count: late.length, days: Math.max(0, ...late) };
}
