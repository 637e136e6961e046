/** What differs on a phone. */
import { clearDay, dayButton, mainCalendarId, makeEvent } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { unique } from './wallets.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a day without events opens the form, and a day with events lists them below', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  const title = unique('Rowing');
  await makeEvent(page, { title, day: '2035-06-13' });
  await clearDay(page, '2035-06-20');
  // Other calendars may have events on that day.
  await page.goto(`/calendar?calendar=${await mainCalendarId(page)}&layout=month&month=2035-06`);
  await expect(dayButton(page, '2035-06-13')).toHaveAccessibleName(/\d events?$/);
  await dayButton(page, '2035-06-13').click();
  const list = page.getByRole('region', { name: 'Wednesday, June 13, 2035' });
  await expect(list.getByRole('link', { name: title })).toBeInViewport();

  const day = 'Wednesday, June 20, 2035';
  await expect(dayButton(page, '2035-06-20')).toHaveAccessibleName(`${day}, no events`);
  await dayButton(page, '2035-06-20').click();
  const form = page.getByRole('dialog', { name: 'Create New Event' });
  await expect(form).toContainText(`Creating event for ${day}`);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: day })).toContainText('No events on this day');
});

// React delays content after a shown fallback by a 0.3 s timer; in this test no timer ever fires.
test('a dialog opened for the first time appears as soon as its code is loaded', async ({
  page,
}) => {
  await page.clock.install();
  await signInQuickly(page, 'admin');
  await page.goto('/wallets');
  await expect(page.getByRole('button', { name: 'Add Wallet' })).toBeEnabled();
  await page.clock.pauseAt(Temporal.Now.instant().epochMilliseconds + 60_000);
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.getByRole('button', { name: 'Add Wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Wallet' })).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the title of an event on Home may be missed by a few pixels', async ({ page }) => {
    await signInQuickly(page, 'member');
    await page.goto('/');
    const link = page.getByRole('region', { name: 'Coming Up' }).getByRole('link').nth(1);
    await link.scrollIntoViewIfNeeded();
    const isHit = (element: Element) => {
      const { x, y } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + 20, y - 8));
    };
    expect(await link.evaluate(isHit)).toBe(true);
  });
});
