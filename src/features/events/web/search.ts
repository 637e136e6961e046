/** Reads the parameters of the calendar's and events' addresses and drops invalid ones. */
import * as z from 'zod/mini';
import { isMonth, type Month, toMonth } from '#kit/calendar/month.ts';
import { type Day, day, type LocalDateTime, parseLocal } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import { pageParam, textParam } from '#web/screen/search-params.ts';
import { allCalendars } from './every-calendar.ts';

const dialogs = ['edit', 'delete', 'new-calendar', 'edit-calendar', 'subscribe', 'import'] as const;
/** A dialog of the open event or of the calendars. */
export type CalendarDialog = (typeof dialogs)[number];

/** Those of the open event alone. */
const eventDialogs = ['edit', 'delete'] as const;

const calendarLayouts = ['month', 'week', 'agenda'] as const;
export type CalendarLayout = (typeof calendarLayouts)[number];

/** An event whose panel is open, on whichever screen. */
export type EventSelection = {
  event?: Id<'event'> | undefined;
  /** By default the next one. */
  occurrence?: Id<'occurrence'> | undefined;
  /** By default the calendar that is shown. */
  eventCalendar?: Id<'calendar'> | undefined;
  dialog?: CalendarDialog | undefined;
};

export type CalendarSearch = EventSelection & {
  /** The sample content; by default the live calendar. */
  view?: 'overview' | undefined;
  /** How the live calendar is shown; by default as last chosen. */
  layout?: CalendarLayout | undefined;
  /** `2026-11`; by default that of the day or week, or the current one. */
  month?: Month | undefined;
  /** A day of the week that is shown; on a phone the first of its days. By default this week. */
  week?: Day | undefined;
  /** Or `all`; by default the main calendar. */
  calendar?: Id<'calendar'> | typeof allCalendars | undefined;
  /** The day whose events are listed. */
  day?: Day | undefined;
  /** The day for which the create dialog is open. */
  create?: Day | undefined;
  /** The times proposed in the create dialog; by default an hour of that day. */
  from?: LocalDateTime | undefined;
  to?: LocalDateTime | undefined;
};

export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  return {
    ...pick('view', z.literal('overview'), raw),
    ...pick('layout', z.enum(calendarLayouts), raw),
    ...pick(
      'month',
      z.custom<Month>((value) => typeof value === 'string' && isMonth(value)),
      raw,
    ),
    ...pick('week', reachableDay, raw),
    ...pick('calendar', z.union([id<'calendar'>(), z.literal(allCalendars)]), raw),
    ...selectedEvent(raw),
    ...pick('day', reachableDay, raw),
    ...pick('create', reachableDay, raw),
    ...pick('from', reachableTime, raw),
    ...pick('to', reachableTime, raw),
    ...pick('dialog', z.enum(dialogs), raw),
  };
}

function selectedEvent(raw: Record<string, unknown>): EventSelection {
  return {
    ...pick('event', id<'event'>(), raw),
    ...pick('occurrence', id<'occurrence'>(), raw),
    ...pick('eventCalendar', id<'calendar'>(), raw),
  };
}

/** The days that the calendar can show. */
const reachableDay = day.check(z.refine((text) => isMonth(toMonth(text))));

const reachableTime = z.custom<LocalDateTime>(
  (value) => typeof value === 'string' && parseLocal(value) === value && isMonth(value.slice(0, 7)),
);

function pick<Name extends string, Value extends string | number>(
  name: Name,
  schema: z.ZodMiniType<Value>,
  raw: Record<string, unknown>,
): { [K in Name]?: Value } {
  const read = schema.safeParse(raw[name]);
  return (read.success ? { [name]: read.data } : {}) as { [K in Name]?: Value };
}

export type EventsSearch = EventSelection & {
  /** By default upcoming events. */
  when?: 'past' | undefined;
  year?: number | undefined;
  search?: string | undefined;
  /** From 2; missing for the first page. */
  page?: number | undefined;
};

const yearParam = z.coerce
  .number()
  .check(z.int(), z.minimum(1900), z.maximum(9998)) as z.ZodMiniType<number>;

export function eventsSearch(raw: Record<string, unknown>): EventsSearch {
  return {
    ...(raw.when === 'past' ? { when: 'past' } : {}),
    ...pick('year', yearParam, raw),
    ...pick('search', textParam(200), raw),
    ...pick('page', pageParam, raw),
    ...selectedEvent(raw),
    ...pick('dialog', z.enum(eventDialogs), raw),
  };
}
