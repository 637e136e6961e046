import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { makeEvent, openCard, openEvents, recordSavedRsvps, send } from './events.ts';
import { chooseOption, expect, findChip, openMore, signInQuickly, test } from './journey.ts';
import { findUser } from './wallets.ts';

test.describe('failures', () => {
  test.use({ allowFailedRequests: true });

  test('events that fail to load can be retried', { tag: '@all' }, async ({ page }) => {
    await openEvents(page, 'member');
    await page.route('**/api/events?*', (route) => route.abort('failed'));
    await page.reload();
    await expect(page.getByText('Failed to load events')).toBeVisible({ timeout: 20_000 });
    await page.unroute('**/api/events?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();
  });
});

test('an event of today is not in 0 days', { tag: '@all' }, async ({ page }) => {
  await openEvents(page, 'member');
  await page.route('**/api/events/figures', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), daysUntilNextEvent: 0 } });
  });
  await page.reload();
  const figures = page.getByLabel('Event summary');
  await expect(figures.getByRole('definition').nth(2)).toHaveText('Today');
});

test('the address keeps search, archive, year and page', { tag: '@all' }, async ({ page }) => {
  await openEvents(page, 'member');
  const figures = page.getByLabel('Event summary');
  for (const name of ['Events This Month', 'Total RSVPs', 'Days Until Next Event']) {
    await expect(figures).toContainText(name);
  }
  const { title } = await makeEvent(page, { title: 'Findable' });
  await page.getByRole('searchbox', { name: 'Search events...' }).fill(title);
  await expect(page.getByText('Showing 1 of 1 event')).toBeVisible();
  await expect(page).toHaveURL(/search=Findable/);
  await page.getByRole('searchbox').fill('nothing is called like this');
  await expect(page.getByText('No events found')).toBeVisible();
  await page.getByRole('button', { name: 'Show All Events' }).click();
  await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Browse Event Archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event Archive' })).toBeVisible();
  const year = page.getByRole('combobox', { name: 'Year' });
  // Last year, because this one may not have a second page yet.
  const whole = year.getByRole('option').nth(2);
  await year.selectOption({ label: (await whole.textContent()) ?? '' });
  await expect(page).toHaveURL(/when=past&year=\d{4}/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 1 of')).toBeVisible();
});

test('an event’s panel lists attendees, takes an RSVP, and exports the list as a safe table', {
  tag: '@all',
}, async ({ page }) => {
  await openEvents(page, 'member');
  const made = await makeEvent(page, { title: 'Panel' });
  const saved = recordSavedRsvps(page);
  const card = await openCard(page, made.title);
  await card.getByRole('link', { name: `View Details: ${made.title}` }).press('Enter');
  const panel = page.getByRole('dialog', { name: made.title });
  await panel.getByRole('button', { name: 'Going', exact: true }).press('Enter');
  await panel.getByRole('button', { name: 'Add guest' }).press('Enter');
  const going = panel.getByRole('list', { name: 'Going' });
  await expect(going.getByText('(you)')).toBeVisible();
  await expect(going).toContainText('+1');
  await expect.poll(() => saved).toEqual(['going 0', 'going 1']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe(`${made.title} RSVPs.csv`);
  const text = await readFile((await download.path()) ?? '', 'utf8');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Add to calendar' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toBe(`${made.title}.ics`);
  expect(await readFile((await file.path()) ?? '', 'utf8')).toMatch(
    /DTSTART;TZID=America\/Los_Angeles:\d{8}T180000\r\n/,
  );
  await expect(panel.getByRole('link', { name: /Pier 5/ })).toHaveAttribute('href', /Pier%205$/);
  expect(text).toMatch(
    /^\ufeffName,RSVP,Guests,Waitlist,Responded at,Guest limit,Here,[^\r]+\r\n[^\r]+,Going,1,,/,
  );
});

test('an event’s panel opens on the list, by an address and back, and edits and deletes there', {
  tag: '@all',
}, async ({ page }) => {
  await openEvents(page, 'admin');
  const made = await makeEvent(page, { title: 'On the list', inDays: 1 });
  const card = await openCard(page, made.title);
  await expect(page.getByRole('heading', { level: 2, name: /^Tomorrow · / })).toBeVisible();
  await card.getByRole('button', { name: `RSVP Now: ${made.title}` }).click();
  await expect(card.getByTitle('Priya Raman')).toBeAttached();

  const details = card.getByRole('link', { name: `View Details: ${made.title}` });
  // Anywhere in the row.
  await card.click({ position: { x: 8, y: 8 } });
  const panel = page.getByRole('dialog', { name: made.title });
  await expect(panel).toContainText('Pier 5');
  await expect(page).toHaveURL(/\/events\?search=.*&event=/);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(details).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(panel).toContainText('Pier 5');

  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Event' });
  await form.getByLabel('Location').fill('Pier 6');
  await form.getByRole('button', { name: 'Update Event' }).click();
  await expect(panel).toContainText('Pier 6');
  await expect(card).toContainText('Pier 6');
  await panel.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Event' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No events found')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/\/events\?search=[^&]*$/);
});

test('attendees of an event become participants of its expense with one press', async ({
  page,
}) => {
  await openEvents(page, 'member');
  const made = await makeEvent(page, { title: 'Shared bill', isOnNow: true });
  const path = `/events/occurrences/${made.occurrenceId}`;
  await send(page, 'PUT', `${path}/rsvp`, { answer: 'going', guests: 1 });
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  const add = dialog.getByRole('button', { name: 'Everyone Who Came' });
  await openExpense(page, made.title);
  const own = findChip(dialog, 'Maya Chen (you)');
  await own.click();
  await dialog.getByLabel('Title').focus();
  await add.click();
  await expect(
    dialog.getByText('1 added to the participants. No one was checked in'),
  ).toBeVisible();
  await expect(own).toBeVisible();

  // Those who were checked in, whether they were going or not.
  await send(page, 'PUT', `${path}/attendance`, {
    changeId: crypto.randomUUID(),
    memberId: (await findUser(page, 'Diego Alvarez')).id,
    isHere: true,
    seenVersion: 0,
    at: Temporal.Now.instant().toString(),
  });
  await openExpense(page, made.title);
  await own.click();
  await dialog.getByLabel('Title').focus();
  await add.click();
  await expect(dialog.getByText('1 added to the participants.', { exact: true })).toBeVisible();
  await expect(findChip(dialog, 'Diego Alvarez')).toBeVisible();
  await expect(own).toHaveCount(0);
});

test('a member who may not keep the door adds those who are going, and learns no more', {
  tag: '@all',
}, async ({ page }) => {
  await openEvents(page, 'treasurer');
  const made = await makeEvent(page, { title: 'Hosted bill', isOnNow: true });
  await send(page, 'PUT', `/events/occurrences/${made.occurrenceId}/rsvp`, { answer: 'going' });
  await signInQuickly(page, 'member');
  await openExpense(page, made.title);
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  await expect(dialog.getByRole('button', { name: 'Everyone Who Came' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Everyone Going' }).click();
  await expect(dialog.getByText('1 added to the participants.', { exact: true })).toBeVisible();
});

async function openExpense(page: Page, event: string): Promise<void> {
  await page.goto('/expenses?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  await openMore(dialog);
  await chooseOption(dialog.getByLabel('Associated Event'), event);
}

// accessibility.spec.ts covers the list itself at every width.
for (const width of [360, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the RSVP menu, the panel, the archive and the empty search are accessible', {
      tag: '@all',
    }, async ({ page }) => {
      await openEvents(page, 'admin');
      const { title } = await makeEvent(page, { title: 'Seen by axe', capacity: 3 });
      const card = await openCard(page, title);
      await card.getByRole('button', { name: `RSVP Now: ${title}` }).click();
      await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
      await expect(page.getByRole('dialog', { name: `RSVP for ${title}` })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'answering', '[role=dialog]');
      await page.keyboard.press('Escape');
      await card.getByRole('link', { name: `View Details: ${title}` }).click();
      await expect(page.getByRole('list', { name: 'Going' })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'panel', '[role=dialog]');
      await page.goto('/events?when=past');
      await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'archive');
      await page.goto('/events?search=nothing-like-this');
      await expect(page.getByText('No events found')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'nothing found');
    });
  });
}
