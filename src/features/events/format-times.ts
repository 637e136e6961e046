import { addDays } from '#kit/calendar/month.ts';
import { formatFullDay, nameWeekday } from '#kit/calendar/weekday.ts';
import {
  type Day,
  formatDateTime,
  formatDay,
  formatLocalTime,
  formatTime,
  type Instant,
  instantToDay,
  type LocalDateTime,
  localToDay,
} from '#kit/day.ts';
import { isAllDay } from './all-day.ts';
import { lastDayOfOccurrence } from './group-by-day.ts';

/**
 * A range as lists show it: only the times if both are on one day in the zone
 * ('6:00 PM – 9:00 PM'), otherwise with their dates; 'All day', or the days, without times.
 */
export function formatTimeRange(times: Times): string {
  const { occurrenceStartDate: from, occurrenceEndDate: to, timeZone: zone } = times;
  if (isAllDay(times.localStart, times.localEnd)) return formatAllDay(times);
  if (from === to) return formatTime(from, zone);
  const format = instantToDay(from, zone) === instantToDay(to, zone) ? formatTime : formatDateTime;
  return `${format(from, zone)} – ${format(to, zone)}`;
}

function formatAllDay(times: Pick<Times, 'localStart' | 'localEnd'>): string {
  const [first, last] = [localToDay(times.localStart), lastDayOfOccurrence(times)];
  return first === last ? 'All day' : `All day, ${formatDay(first)} – ${formatDay(last)}`;
}

/** '7 PM' or '7:30 PM': a local start as the chips of a calendar show it. */
export function formatStartTime(localStart: LocalDateTime): string {
  return formatLocalTime(localStart).replace(':00', '');
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

/** '6:00 PM – 9:00 PM', '6:00 PM – 1:00 AM the next day' if it runs past midnight, or 'All day'. */
export function formatTimes(times: Times): string {
  if (isAllDay(times.localStart, times.localEnd)) return 'All day';
  const { occurrenceStartDate: from, occurrenceEndDate: to, timeZone } = times;
  const [start, end] = [formatTime(from, timeZone), formatTime(to, timeZone)];
  if (from === to) return start;
  return isOvernight(times) ? `${start} – ${end} the next day` : `${start} – ${end}`;
}

/** Whether it ends the next day, at an earlier time of day than it started. */
function isOvernight(times: Pick<Times, 'localStart' | 'localEnd'>): boolean {
  const { localStart, localEnd } = times;
  const isNextDay = lastDayOfOccurrence(times) === addDays(localToDay(localStart), 1);
  return isNextDay && localEnd.slice(11) < localStart.slice(11);
}

/**
 * When an occurrence is, in one line: 'Mon, Nov 23, 5:30 – 7:00 PM' or 'Mon, Nov 23, all day', with the
 * year unless it is `thisYear`, and with both days if it spans several.
 */
export function formatWhen(
  times: Pick<Times, 'localStart' | 'localEnd'>,
  { thisYear }: { readonly thisYear: number },
): string {
  const { localStart, localEnd } = times;
  const [first, last] = [localToDay(localStart), lastDayOfOccurrence(times)];
  const [start, end] = [formatLocalTime(localStart), formatLocalTime(localEnd)];
  const day = formatShortDay(first, thisYear);
  if (isAllDay(localStart, localEnd)) {
    return `${first === last ? day : `${day} – ${formatShortDay(last, thisYear)}`}, all day`;
  }
  if (localStart === localEnd) return `${day}, ${start}`;
  if (isOvernight(times)) return `${day}, ${start} – ${end} the next day`;
  if (first !== last) return `${day}, ${start} – ${formatShortDay(last, thisYear)}, ${end}`;
  // 'AM' or 'PM' once if it is the same for both.
  const isSameHalf = start.slice(-2) === end.slice(-2) && localEnd.startsWith(first);
  return `${day}, ${isSameHalf ? start.slice(0, -3) : start} – ${end}`;
}

/** 'Thu, Mar 25', with the year unless it is `thisYear`. */
export function formatShortDay(day: Day, thisYear: number): string {
  const weekday = nameWeekday(day).slice(0, 3);
  const date = formatDay(day);
  const yearSuffix = `, ${thisYear}`;
  return `${weekday}, ${date.endsWith(yearSuffix) ? date.slice(0, -yearSuffix.length) : date}`;
}
