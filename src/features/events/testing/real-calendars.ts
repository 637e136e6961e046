/**
 * Calendar files of public test suites, byte for byte, with where they are from and what is taken of
 * them. Their licenses are in calendars/<project>/LICENSE.
 */
import { readFileSync } from 'node:fs';
import table from './calendars/table.json' with { type: 'json' };

export type RealCalendar = (typeof table.files)[number];

export const realCalendars: readonly RealCalendar[] = table.files;
export const calendarProjects = table.projects;

export function readCalendarFile({ file }: Pick<RealCalendar, 'file'>): string {
  return readFileSync(new URL(`./calendars/${file}`, import.meta.url), 'utf8');
}
