import { addDays } from '#kit/calendar/month.ts';
import {
  type Day,
  formatDateTime,
  formatTime,
  type Instant,
  instantToDay,
  type LocalDateTime,
  localToDay,
} from '#kit/day.ts';
import { lastDayOfOccurrence } from './group-by-day.ts';

/**
 * A range as lists show it: only the times if both are on one day in the zone
 * ('6:00 PM – 9:00 PM'), otherwise with their dates.
 */
export function formatTimeRange(from: Instant, to: Instant, zone: string): string {
  if (from === to) return formatTime(from, zone);
  const format = instantToDay(from, zone) === instantToDay(to, zone) ? formatTime : formatDateTime;
  return `${format(from, zone)} – ${format(to, zone)}`;
}

type Times = {
  readonly occurrenceStartDate: Instant;
  readonly occurrenceEndDate: Instant;
  readonly localStart: LocalDateTime;
  readonly localEnd: LocalDateTime;
  readonly timeZone: string;
};

/** 'Friday, March 15, 2024', or a range of days if it spans several. */
export function formatDays(times: Times): string {
  const [first, last] = [localToDay(times.localStart), lastDayOfOccurrence(times)];
  if (first === last || isOvernight(times)) return formatFullDay(first);
  return `${formatFullDay(first)} – ${formatFullDay(last)}`;
}

/** '6:00 PM – 9:00 PM', or '6:00 PM – 1:00 AM the next day' if it runs past midnight. */
export function formatTimes(times: Times): string {
  const { occurrenceStartDate: from, occurrenceEndDate: to, timeZone } = times;
  const [start, end] = [formatTime(from, timeZone), formatTime(to, timeZone)];
  if (from === to) return start;
  return isOvernight(times) ? `${start} – ${end} the next day` : `${start} – ${end}`;
}

/** Whether it ends the next day, at an earlier time of day than it started. */
function isOvernight(times: Times): boolean {
  const { localStart, localEnd } = times;
  const isNextDay = lastDayOfOccurrence(times) === addDays(localToDay(localStart), 1);
  return isNextDay && localEnd.slice(11) < localStart.slice(11);
}

function formatFullDay(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'full' });
}
