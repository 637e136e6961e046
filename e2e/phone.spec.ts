/** What is different where there is only room for one thing. */
import { expect, signInQuickly, test } from './journey.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a day without events opens the form, a day with some lists them below', async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/calendar');
  const days = page.getByRole('grid').getByRole('button');
  const busy = days.and(page.locator('[aria-label$=" event"], [aria-label$=" events"]'));
  const full = busy.and(page.locator(':not([aria-label$="no events"])')).first();
  await expect(full).toBeVisible();
  const [name] = (await full.getAttribute('aria-label'))?.split(/, \d+ event/) ?? [];
  await full.click();
  const list = page.getByRole('region', { name: name ?? '' });
  await expect(list.getByRole('link').first()).toBeInViewport();

  const empty = page.locator('[role=gridcell] [aria-label$="no events"]').first();
  const [day] = (await empty.getAttribute('aria-label'))?.split(', no events') ?? [];
  await empty.click();
  const form = page.getByRole('dialog', { name: 'Create New Event' });
  await expect(form).toContainText(`Creating event for ${day}`);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: day ?? '' })).toContainText('Nothing on this day');
});

// React holds what had to show that it waits back for 0.3 s, by a timer: here no timer ever ends.
test('what is opened for the first time is there as soon as its code is', async ({ page }) => {
  await page.clock.install();
  await signInQuickly(page, 'admin');
  await page.goto('/wallets');
  await expect(page.getByRole('button', { name: 'Add Wallet' })).toBeEnabled();
  await page.clock.pauseAt(Temporal.Now.instant().epochMilliseconds + 5_000);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.getByRole('button', { name: 'Add Wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Wallet' })).toBeVisible();
});
