/** What journeys about events share: events made through the API, and how they are found. */
import type { Locator, Page } from '@playwright/test';
import { expect, signInQuickly } from './journey.ts';

export type Made = { id: string; calendarId: string; occurrenceId: string; title: string };

/** A call that no screen makes for the journey; fails with what the server said. */
export async function send<T>(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const asked = await fetch('/api/auth/token', { method: 'POST' });
      const { token } = (await asked.json()) as { token: string };
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

type Said = {
  title: string;
  inDays?: number;
  /** It began with this day and goes on to the evening of the next, whatever the hour is now. */
  isOnNow?: boolean;
  capacity?: number;
  rsvpClosesMinutesBefore?: number;
};

/** An event that nobody else knows of, so many days from now; found by its title. */
export async function makeEvent(page: Page, said: Said): Promise<Made> {
  const { items } = await page.evaluate(async () => {
    const asked = await fetch('/api/auth/token', { method: 'POST' });
    const { token } = (await asked.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch('/api/yearly-calendars', { headers })).json() as Promise<{
      items: { id: string; isMain: boolean }[];
    }>;
  });
  const calendarId = items.find((each) => each.isMain)?.id ?? '';
  const { title, isOnNow = false, inDays = isOnNow ? 0 : 20, ...rest } = said;
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
      startDate: `${day.toString()}T${isOnNow ? '00' : '18'}:00:00`,
      endDate: `${lastDay.toString()}T21:00:00`,
      ...rest,
    },
  );
  return { ...made, calendarId, title: unique };
}

/** The event's card on its own page of search results. */
export async function openCard(page: Page, title: string): Promise<Locator> {
  await page.goto(`/events?search=${encodeURIComponent(title)}`);
  const card = page.getByRole('article', { name: title });
  await expect(card).toBeVisible();
  return card;
}

/**
 * What the server has kept of the page's answers from now on, in their order: a card shows an answer
 * before it is kept, and who reloads then takes it back.
 */
export function keptAnswers(page: Page): string[] {
  const kept: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'PUT' || !request.url().endsWith('/rsvp') || !response.ok()) return;
    const { answer, guests } = request.postDataJSON() as { answer: string; guests: number };
    kept.push(`${answer} ${guests}`);
  });
  return kept;
}

/** Signed in, on a page of the hub, from where calls can be made. */
export async function arrive(page: Page, as: 'member' | 'treasurer' | 'admin'): Promise<void> {
  await signInQuickly(page, as);
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeVisible();
}
