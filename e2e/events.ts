/** Steps that the event journeys share: creating events through the API, and locators. */
import type { Locator, Page } from '@playwright/test';
import { expect, signInQuickly } from './journey.ts';

export type MadeEvent = { id: string; calendarId: string; occurrenceId: string; title: string };

/** Calls the API; throws the server's message on failure. */
export async function send<T>(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const tokenReply = await fetch('/api/auth/token', { method: 'POST' });
      const { token } = (await tokenReply.json()) as { token: string };
      const reply = await fetch(`/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    { method, path, body },
  ) as Promise<T>;
}

let count = 0;

type NewEvent = {
  title: string;
  inDays?: number;
  /** Starts at midnight today and ends tomorrow evening, so that it is in progress at any hour. */
  isOnNow?: boolean;
  /** Starts in so many minutes and lasts 90; with few it is the next event at almost any hour. */
  inMinutes?: number;
  capacity?: number;
  maxGuests?: number;
  categoryColor?: string;
  rsvpClosesMinutesBefore?: number;
};

/** Creates an event with a unique title, `inDays` days from now. */
export async function makeEvent(page: Page, input: NewEvent): Promise<MadeEvent> {
  const { items } = await page.evaluate(async () => {
    const tokenReply = await fetch('/api/auth/token', { method: 'POST' });
    const { token } = (await tokenReply.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch('/api/yearly-calendars', { headers })).json() as Promise<{
      items: { id: string; isMain: boolean }[];
    }>;
  });
  const calendarId = items.find((each) => each.isMain)?.id ?? '';
  const { title, isOnNow = false, inMinutes, inDays = isOnNow ? 0 : 20, ...rest } = input;
  count += 1;
  const now = Temporal.Now.zonedDateTimeISO('America/Los_Angeles');
  const unique = `${title} ${now.epochMilliseconds.toString(36)}${count}`;
  const day = now.add({ days: inDays }).toPlainDate();
  const lastDay = isOnNow ? day.add({ days: 1 }) : day;
  const made = await send<{ id: string; occurrenceId: string }>(
    page,
    'POST',
    `/calendars/${calendarId}/events`,
    {
      title: unique,
      description: 'Bring a friend.',
      location: 'Pier 5',
      startDate: inMinutes
        ? formatLocal(now.add({ minutes: inMinutes }))
        : `${day.toString()}T${isOnNow ? '00' : '18'}:00:00`,
      endDate: inMinutes
        ? formatLocal(now.add({ minutes: inMinutes + 90 }))
        : `${lastDay.toString()}T21:00:00`,
      ...rest,
    },
  );
  return { ...made, calendarId, title: unique };
}

const formatLocal = (time: Temporal.ZonedDateTime) =>
  `${time.toPlainDateTime().toString({ smallestUnit: 'minute' })}:00`;

/** Opens the search results for an event and returns its card. */
export async function openCard(page: Page, title: string): Promise<Locator> {
  await page.goto(`/events?search=${encodeURIComponent(title)}`);
  const card = page.getByRole('article', { name: title });
  await expect(card).toBeVisible();
  return card;
}

/**
 * Records the RSVPs that the server saves from now on. A card shows an RSVP before it is saved, so
 * reloading too early would discard it.
 */
export function recordSavedRsvps(page: Page): string[] {
  const saved: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'PUT' || !request.url().endsWith('/rsvp') || !response.ok()) return;
    const { answer, guests } = request.postDataJSON() as { answer: string; guests: number };
    saved.push(`${answer} ${guests}`);
  });
  return saved;
}

/** Signs in and opens a page from which API calls can be made. */
export async function openEvents(page: Page, as: 'member' | 'treasurer' | 'admin'): Promise<void> {
  await signInQuickly(page, as);
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeVisible();
}
