/** Steps that the jobs share whose clicks and keys are counted. */
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type MadeEvent } from './events.ts';
import { pictureFile } from './files.ts';
import { expect, signInQuickly } from './journey.ts';
import { findDialog, send } from './wallets.ts';

type Role = Parameters<typeof signInQuickly>[1];

/** Where a date has its month and a time its hour. */
export const firstPart = { x: 15, y: 15 };

/** Opens a page, and waits until it has loaded what can be pressed on it. */
export async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (path === '/') await expect(region(page, 'Waiting for You')).toBeVisible();
}

export async function openAs(page: Page, role: Role, path = '/'): Promise<void> {
  await signInQuickly(page, role);
  await open(page, path);
}

export const region = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name, exact: true });
export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

/** Waits for each step, because a press on what moves away would be done and counted again. */
export async function bringGuest(
  page: Page,
  title: string,
  press: (target: Locator) => Promise<void>,
) {
  const event = region(page, 'Coming Up').getByRole('listitem').filter({ hasText: title });
  await press(event.getByRole('button', { name: `RSVP Now: ${title}` }));
  await expect(event.getByRole('status')).toHaveText('Going');
  await press(event.getByRole('button', { name: `Change RSVP for ${title}` }));
  await press(button(findDialog(page, `RSVP for ${title}`), 'Add guest'));
  await expect(event.getByText('Going +1')).toBeVisible();
}

/** Leaves the next events on Home to other journeys. */
export const cancel = (page: Page, { calendarId, id }: MadeEvent) =>
  send(page, 'DELETE', `/calendars/${calendarId}/events/${id}?scope=all`);

/** An amount that no other payment of the day has, which would be asked about. */
export const anyAmount = () => `${randomInt(100, 1_000)}.${randomInt(10, 100)}`;

/** Types the start of a name and takes the option that it finds. */
export async function pickByLetters(page: Page, letters: string, name: string): Promise<void> {
  await page.keyboard.type(letters);
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
}

/** Presses what opens the list of files, and takes one from it. */
export async function chooseFile(page: Page, opener: Locator): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await opener.click();
  await (await chooser).setFiles(pictureFile('receipt.png'));
}

/** Presses what logs an expense, and returns what the server has made of it. */
export async function create(page: Page, opener: Locator): Promise<{ id: string }> {
  const reply = page.waitForResponse(
    (sent) => sent.request().method() === 'POST' && sent.url().endsWith('/api/expenses'),
  );
  await opener.click();
  return (await reply).json();
}
