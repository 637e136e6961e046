/** What the journeys about the calendar share: events made by the API, and where things stand. */
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

export async function mainCalendar(page: Page): Promise<string> {
  type Calendars = { items: { id: string; isMain: boolean }[] };
  const { items } = await send<Calendars>(page, 'GET', '/yearly-calendars');
  return items.find(({ isMain }) => isMain)?.id ?? '';
}

/** From 18:00 to 19:00 on the main calendar, unless said otherwise. */
export async function makeEvent(page: Page, said: NewEvent): Promise<MadeEvent> {
  const { day, from = '18:00', to = '19:00', ...facts } = said;
  const times = { startDate: `${day}T${from}:00`, endDate: `${day}T${to}:00` };
  const path = `/calendars/${await mainCalendar(page)}/events`;
  return send(page, 'POST', path, { ...facts, ...times });
}

/** What the server has on the days, both included, by the day it starts: '05-15 Title'. */
export async function happening(page: Page, from: string, to: string): Promise<string[]> {
  const path = `/calendars/${await mainCalendar(page)}/events?startDate=${from}&endDate=${to}`;
  const { items } = await send<{ items: Occurrence[] }>(page, 'GET', path);
  return items.map(({ localStart, title }) => `${localStart.slice(5, 10)} ${title}`);
}

/**
 * Nothing happens on the day any more, whatever a try before this one has left there; on the main
 * calendar, unless said otherwise.
 */
export async function clearDay(page: Page, day: string, calendarId?: string): Promise<void> {
  const path = `/calendars/${calendarId ?? (await mainCalendar(page))}/events`;
  const between = `${path}?startDate=${day}&endDate=${day}`;
  const { items } = await send<{ items: Occurrence[] }>(page, 'GET', between);
  const ids = new Set(items.map(({ eventId }) => eventId));
  for (const id of ids) await send(page, 'DELETE', `${path}/${id}?scope=all`);
}

export const dayButton = (page: Page, day: string): Locator =>
  page.locator(`[role=grid] [data-day="${day}"]`);

/** The panel of an event, beside the month or over it. */
export const panelOf = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('complementary', { name: title }));

/** The address at which an event's panel is open. */
export const eventPath = ({ id, occurrenceId, startDate }: MadeEvent, more = '') =>
  `/calendar?month=${startDate.slice(0, 7)}&event=${id}&occurrence=${occurrenceId}${more}`;

/** The day has the focus, its month is shown and in the address, and it alone can be tabbed to. */
export async function expectOnDay(page: Page, day: string): Promise<void> {
  await expect(dayButton(page, day)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`month=${day.slice(0, 7)}`));
  await expect(page.locator('[role=grid] [tabindex="0"]')).toHaveCount(1);
  await expect(dayButton(page, day)).toHaveAttribute('tabindex', '0');
}

/** Somebody else changes all of the event. */
export async function touchEvent(
  page: Page,
  { id, calendarId, occurrenceId }: MadeEvent,
  change: { location?: string; description?: string; recurrence?: Record<string, unknown> },
): Promise<void> {
  const path = `/calendars/${calendarId}/events/${id}`;
  const now = await send<MadeEvent & Record<string, unknown>>(
    page,
    'GET',
    `${path}?occurrenceId=${occurrenceId}`,
  );
  const { title, description, startDate, endDate, version } = now;
  const { location, categoryColor, capacity, rsvpClosesMinutesBefore } = now;
  const facts = { title, description, location, startDate, endDate, categoryColor };
  const room = { capacity, rsvpClosesMinutesBefore };
  const body = { scope: 'all', occurrenceId, ...facts, ...room, ...change };
  await send(page, 'PUT', path, body, { 'if-match': `"${version}"` });
}
