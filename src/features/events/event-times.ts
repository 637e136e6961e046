import { addDays } from '#kit/calendar/month.ts';
import {
  type Day,
  dayOf,
  dayOfLocal,
  formatDateTime,
  formatTime,
  type Instant,
  type LocalDateTime,
} from '#kit/day.ts';
import { lastDayOn } from './days-of-events.ts';

/**
 * From when to when, as a list shows it: the times alone when both are on one day of the zone
 * ('6:00 PM – 9:00 PM'), else with their dates.
 */
export function timeRange(from: Instant, to: Instant, zone: string): string {
  if (from === to) return formatTime(from, zone);
  const words = dayOf(from, zone) === dayOf(to, zone) ? formatTime : formatDateTime;
  return `${words(from, zone)} – ${words(to, zone)}`;
}

type Times = {
  readonly occurrenceStartDate: Instant;
  readonly occurrenceEndDate: Instant;
  readonly localStart: LocalDateTime;
  readonly localEnd: LocalDateTime;
  readonly timeZone: string;
};

/** The days: 'Friday, March 15, 2024', and of what lasts for days the last of them too. */
export function daysOf(times: Times): string {
  const [first, last] = [dayOfLocal(times.localStart), lastDayOn(times)];
  if (first === last || isOneNight(times)) return inFull(first);
  return `${inFull(first)} – ${inFull(last)}`;
}

/** The times alone: '6:00 PM – 9:00 PM', and of a night '6:00 PM – 1:00 AM the next day'. */
export function timesOfDay(times: Times): string {
  const { occurrenceStartDate: from, occurrenceEndDate: to, timeZone } = times;
  const [start, end] = [formatTime(from, timeZone), formatTime(to, timeZone)];
  if (from === to) return start;
  return isOneNight(times) ? `${start} – ${end} the next day` : `${start} – ${end}`;
}

/** Whether it goes on after midnight and is over before the hour at which it began. */
function isOneNight(times: Times): boolean {
  const { localStart, localEnd } = times;
  const isNextDay = lastDayOn(times) === addDays(dayOfLocal(localStart), 1);
  return isNextDay && localEnd.slice(11) < localStart.slice(11);
}

function inFull(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'full' });
}
