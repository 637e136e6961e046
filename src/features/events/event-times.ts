import { dayOf, formatDateTime, formatTime, type Instant } from '#kit/day.ts';

/**
 * From when to when, as a list shows it: the times alone when both are on one day of the zone
 * ('6:00 PM – 9:00 PM'), else with their dates.
 */
export function timeRange(from: Instant, to: Instant, zone: string): string {
  if (from === to) return formatTime(from, zone);
  const words = dayOf(from, zone) === dayOf(to, zone) ? formatTime : formatDateTime;
  return `${words(from, zone)} – ${words(to, zone)}`;
}
