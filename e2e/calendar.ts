/** Steps that the calendar journeys share: creating events through the API, and locators. */
import { expect, type Locator, type Page } from '@playwright/test';
import { send } from './wallets.ts';

export type MadeEvent = {
  id: string;
  calendarId: string;
  occurrenceId: string;
  title: string;
  startDate: string;
  endDate: string;
  version: number;
  isRecurring: boolean;
  description: string;
};
type Occurrence = { eventId: string; occurrenceId: string; title: string; localStart: string };

export type NewEvent = {
  title: string;
  /** `2030-05-15` */
  day: string;
  from?: string;
  to?: string;
  description?: string;
  location?: string;
  categoryColor?: string;
  recurrence?: Record<string, unknown>;
};

export async function mainCalendarId(page: Page): Promise<string> {
  type Calendars = { items: { id: string; isMain: boolean }[] };
  const { items } = await send<Calendars>(page, 'GET', '/yearly-calendars');
  return items.find(({ isMain }) => isMain)?.id ?? '';
}

/** Creates an event on the main calendar, by default from 18:00 to 19:00. */
export async function makeEvent(page: Page, input: NewEvent): Promise<MadeEvent> {
  const { day, from = '18:00', to = '19:00', ...details } = input;
  const times = { startDate: `${day}T${from}:00`, endDate: `${day}T${to}:00` };
  const path = `/calendars/${await mainCalendarId(page)}/events`;
  return send(page, 'POST', path, { ...details, ...times });
}

/** The occurrences from one day through another, as '05-15 Title' with the day they start. */
export async function listOccurrences(page: Page, from: string, to: string): Promise<string[]> {
  const path = `/calendars/${await mainCalendarId(page)}/events?startDate=${from}&endDate=${to}`;
  const { items } = await send<{ items: Occurrence[] }>(page, 'GET', path);
  return items.map(({ localStart, title }) => `${localStart.slice(5, 10)} ${title}`);
}

/**
 * Deletes the day's events, which an earlier attempt may have left; on the main calendar by default.
 */
export async function clearDay(page: Page, day: string, calendarId?: string): Promise<void> {
  const path = `/calendars/${calendarId ?? (await mainCalendarId(page))}/events`;
  const searchPath = `${path}?startDate=${day}&endDate=${day}`;
  const { items } = await send<{ items: Occurrence[] }>(page, 'GET', searchPath);
  const ids = new Set(items.map(({ eventId }) => eventId));
  for (const id of ids) await send(page, 'DELETE', `${path}/${id}?scope=all`);
}

export const dayButton = (page: Page, day: string): Locator =>
  page.locator(`[role=grid] [data-day="${day}"]`);

/** An event's panel, beside the month or over it. */
export const findPanel = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('complementary', { name: title }));

/** The address that opens an event's panel. */
export const eventPath = ({ id, occurrenceId, startDate }: MadeEvent, more = '') =>
  `/calendar?month=${startDate.slice(0, 7)}&event=${id}&occurrence=${occurrenceId}${more}`;

/** Expects the day to have the focus and to be the only tab stop, with its month in the address. */
export async function expectDayFocused(page: Page, day: string): Promise<void> {
  await expect(dayButton(page, day)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`month=${day.slice(0, 7)}`));
  await expect(page.locator('[role=grid] [tabindex="0"]')).toHaveCount(1);
  await expect(dayButton(page, day)).toHaveAttribute('tabindex', '0');
}

/** Simulates a change by someone else, by default of all occurrences. */
export async function changeEventElsewhere(
  page: Page,
  { id, calendarId, occurrenceId }: MadeEvent,
  change: {
    scope?: 'one';
    location?: string;
    description?: string;
    startDate?: string;
    endDate?: string;
    recurrence?: Record<string, unknown>;
  },
): Promise<void> {
  const path = `/calendars/${calendarId}/events/${id}`;
  const now = await send<MadeEvent & Record<string, unknown>>(
    page,
    'GET',
    `${path}?occurrenceId=${occurrenceId}`,
  );
  const { title, description, startDate, endDate, version } = now;
  const { location, categoryColor, capacity, rsvpClosesMinutesBefore } = now;
  const details = { title, description, location, startDate, endDate, categoryColor };
  const rsvpSettings = { capacity, rsvpClosesMinutesBefore };
  const body = { scope: 'all', occurrenceId, ...details, ...rsvpSettings, ...change };
  await send(page, 'PUT', path, body, { 'if-match': `"${version}"` });
}
