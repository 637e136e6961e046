import { isMonth, toMonth } from '#kit/calendar/month.ts';
import { type Day, formatLocal, type LocalDateTime } from '#kit/day.ts';
import type { EventChange, EventDetail, Scope } from '../../../event.ts';

export type LocalTimes = { readonly startDate: LocalDateTime; readonly endDate: LocalDateTime };

/**
 * Moves an event by whole days. Its local times stay, also across a change to or from summer time, so
 * the arithmetic is one of local times and needs no time zone.
 */
export function moveByDays({ startDate, endDate }: LocalTimes, days: number): LocalTimes {
  const move = (local: LocalDateTime) =>
    formatLocal(Temporal.PlainDateTime.from(local).add({ days }));
  return { startDate: move(startDate), endDate: move(endDate) };
}

/** Ends an event some days later or earlier, but not before its first day or at its start. */
export function endLaterByDays({ startDate, endDate }: LocalTimes, days: number): LocalTimes {
  const end = formatLocal(Temporal.PlainDateTime.from(endDate).add({ days }));
  return { startDate, endDate: end > startDate ? end : endDate };
}

/** The same for its start, which stays before its end. */
export function startLaterByDays({ startDate, endDate }: LocalTimes, days: number): LocalTimes {
  const start = formatLocal(Temporal.PlainDateTime.from(startDate).add({ days }));
  return { startDate: start < endDate ? start : startDate, endDate };
}

/** Several days, from the morning of the first to the late afternoon of the last. */
export function daysToTimes(first: Day, last: Day): LocalTimes {
  return first === last
    ? { startDate: `${first}T09:00`, endDate: `${first}T10:00` }
    : { startDate: `${first}T09:00`, endDate: `${last}T17:00` };
}

/** Whether the calendar can show both days, which `moveByDays` could otherwise leave. */
export function isReachable(day: Day): boolean {
  return isMonth(toMonth(day));
}

/** The change that gives the occurrence, or its whole series, these times and nothing else. */
export function toTimesChange(event: EventDetail, times: LocalTimes, scope: Scope): EventChange {
  const { occurrenceId, title, description, location, categoryColor } = event;
  const { capacity, rsvpClosesMinutesBefore } = event;
  return {
    scope,
    occurrenceId,
    title,
    description,
    location,
    categoryColor,
    capacity,
    rsvpClosesMinutesBefore,
    ...times,
  };
}
