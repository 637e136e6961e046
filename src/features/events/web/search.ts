/** What the addresses of the calendar and of the events carry; anything else is left out. */
import * as z from 'zod';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import { isMonth, type Month } from '../month.ts';

export type CalendarSearch = {
  /** `2026-11`; today's month when missing. */
  month?: Month | undefined;
  calendar?: Id | undefined;
  /** The event whose panel is open. */
  event?: Id | undefined;
  /** The day whose events are listed. */
  day?: Day | undefined;
  /** The day for which the create dialog is open. */
  create?: Day | undefined;
};

export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  return {
    ...pick('month', z.string().refine(isMonth), raw),
    ...pick('calendar', id, raw),
    ...pick('event', id, raw),
    ...pick('day', reachableDay, raw),
    ...pick('create', reachableDay, raw),
  };
}

/** The days that months can show. */
const reachableDay = day.refine((text) => isMonth(text.slice(0, 7)));

function pick<Name extends string>(
  name: Name,
  schema: z.ZodType<string>,
  raw: Record<string, unknown>,
): { [K in Name]?: string } {
  const read = schema.safeParse(raw[name]);
  return (read.success ? { [name]: read.data } : {}) as { [K in Name]?: string };
}

export type EventsSearch = Record<never, never>;

export function eventsSearch(_raw: Record<string, unknown>): EventsSearch {
  return {};
}
