import { type Day, type LocalDateTime, localToDay } from '#kit/day.ts';
import { isAllDay, lastDayOfAllDay } from '../all-day.ts';
import type { LocalTimes } from '../series.ts';

/** What the audit log shows: of whole days the days, because the midnight of the end is on none of them. */
export function toAuditTimes({
  start,
  end,
}: LocalTimes): Record<'start' | 'end', Day | LocalDateTime> {
  return isAllDay(start, end)
    ? { start: localToDay(start), end: lastDayOfAllDay(end) }
    : { start, end };
}
