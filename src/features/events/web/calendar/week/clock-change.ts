import type { Day } from '#kit/day.ts';

export const minutesPerDay = 24 * 60;

/** What a change of the clocks does to the wall clock of a day, in minutes since its midnight. */
export type ClockChange = {
  /** Whether the clock shows these minutes never or twice. */
  readonly kind: 'skipped' | 'repeated';
  readonly from: number;
  readonly to: number;
};

/** The change of the clocks on a day of 23 or 25 hours, or of another length; undefined on others. */
export function findClockChange(day: Day, zone: string): ClockChange | undefined {
  const date = Temporal.PlainDate.from(day);
  const start = date.toZonedDateTime(zone);
  if (start.hoursInDay === 24) return undefined;
  // The change may be what the day begins with.
  const change = start.subtract({ nanoseconds: 1 }).getTimeZoneTransition('next');
  if (!change) return undefined;
  const shift = change.offsetNanoseconds - change.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  const after = date.toPlainDateTime().until(change.toPlainDateTime()).total('minutes');
  const before = after - shift / 60e9;
  const [from, to] = shift > 0 ? [before, after] : [after, before];
  return {
    kind: shift > 0 ? 'skipped' : 'repeated',
    from: Math.max(0, from),
    to: Math.min(minutesPerDay, to),
  };
}
