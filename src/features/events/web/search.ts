/** What the addresses of the calendar and of the events carry; anything else is left out. */
import * as z from 'zod/mini';
import { isMonth, type Month, monthOf } from '#kit/calendar/month.ts';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import { allCalendars } from './calendar/all-calendars.ts';

const dialogs = ['edit', 'delete', 'new-calendar', 'edit-calendar', 'subscribe', 'import'] as const;
/** A dialog about the open event, or about the calendars. */
export type CalendarDialog = (typeof dialogs)[number];

export type CalendarSearch = {
  /** The sample content; the live calendar when missing. */
  view?: 'overview' | undefined;
  /** `2026-11`; today's month when missing. */
  month?: Month | undefined;
  /** Or `all` of them; the main one when missing. */
  calendar?: Id<'calendar'> | typeof allCalendars | undefined;
  /** The event whose panel is open. */
  event?: Id<'event'> | undefined;
  /** Which time of it; the next one when missing. */
  occurrence?: Id<'occurrence'> | undefined;
  /** Of which calendar it is, where all of them are shown. */
  eventCalendar?: Id<'calendar'> | undefined;
  /** The day whose events are listed. */
  day?: Day | undefined;
  /** The day for which the create dialog is open. */
  create?: Day | undefined;
  dialog?: CalendarDialog | undefined;
};

export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  return {
    ...pick('view', z.literal('overview'), raw),
    ...pick(
      'month',
      z.custom<Month>((value) => typeof value === 'string' && isMonth(value)),
      raw,
    ),
    ...pick('calendar', z.union([id<'calendar'>(), z.literal(allCalendars)]), raw),
    ...pick('event', id<'event'>(), raw),
    ...pick('occurrence', id<'occurrence'>(), raw),
    ...pick('eventCalendar', id<'calendar'>(), raw),
    ...pick('day', reachableDay, raw),
    ...pick('create', reachableDay, raw),
    ...pick('dialog', z.enum(dialogs), raw),
  };
}

/** The days that months can show. */
const reachableDay = day.check(z.refine((text) => isMonth(monthOf(text))));

function pick<Name extends string, Value extends string>(
  name: Name,
  schema: z.ZodMiniType<Value>,
  raw: Record<string, unknown>,
): { [K in Name]?: Value } {
  const read = schema.safeParse(raw[name]);
  return (read.success ? { [name]: read.data } : {}) as { [K in Name]?: Value };
}

/** What the address of the events says. */
export type EventsSearch = {
  /** What is over; what is to come when missing. */
  when?: 'past' | undefined;
  year?: number | undefined;
  search?: string | undefined;
  /** From 2; the first page is not said. */
  page?: number | undefined;
};

export function eventsSearch(raw: Record<string, unknown>): EventsSearch {
  // The router reads digits as a number.
  const words = typeof raw.search === 'number' ? String(raw.search) : raw.search;
  return {
    ...(raw.when === 'past' ? { when: 'past' } : {}),
    ...(isWhole(raw.year, 1900, 9998) ? { year: raw.year } : {}),
    ...(typeof words === 'string' && words !== '' ? { search: words.slice(0, 200) } : {}),
    ...(isWhole(raw.page, 2, 100_000) ? { page: raw.page } : {}),
  };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
