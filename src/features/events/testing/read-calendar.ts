/** Reads iCalendar texts as an import does, without a database. */
import { createBudget } from '#kit/budget.ts';
import { type ParsedEvent, parseEvents } from '../ical/ical-parse.ts';
import { type Component, readCalendars } from '../ical/ical-read.ts';
import type { ParsedSeries } from '../ical/ical-series.ts';

export async function readText(text: string): Promise<readonly Component[]> {
  const read = await readCalendars(text, () => Promise.resolve());
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}

export async function readEvents(
  text: string,
  zone = 'America/Los_Angeles',
): Promise<ParsedEvent[]> {
  return [...parseEvents(await readText(text), zone, createBudget(400_000))];
}

/** Throws if an event is not supported. */
export async function readSeries(text: string, zone?: string): Promise<ParsedSeries[]> {
  return (await readEvents(text, zone)).map(({ read }) => {
    if (!read.ok) throw new Error(read.refusal.message);
    return read.value;
  });
}
