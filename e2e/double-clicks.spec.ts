/** Presses in quick succession all count, even if nothing is rendered in between. */
import type { Locator } from '@playwright/test';
import { expect, signInQuickly, test } from './journey.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'admin'));

/** Both in one task, so that nothing is rendered in between. */
const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

for (const [path, opener] of [
  ['/expenses', 'Add Expense'],
  ['/wallets', 'Add Wallet'],
  ['/resources', 'Edit Resources'],
  ['/members', 'Invite'],
] as const) {
  test(`a double click on ${opener} opens one dialog, and Escape closes it`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: opener, exact: true }).dblclick();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(path);
    await expect(dialog).toBeHidden();
  });
}

test('two presses move by two months and two pages, and sort a column twice', async ({ page }) => {
  await page.goto('/calendar?month=2026-11');
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  await pressTwice(page.getByRole('button', { name: 'Next month' }));
  await expect(page.getByRole('heading', { name: 'January 2027' })).toBeVisible();
  await pressTwice(page.getByRole('button', { name: 'Previous month' }));
  await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();

  await page.goto('/expenses');
  await pressTwice(page.getByRole('button', { name: 'Next', exact: true }));
  await expect(page).toHaveURL('/expenses?page=3');
  await pressTwice(page.getByRole('button', { name: 'Previous', exact: true }));
  await expect(page).toHaveURL('/expenses');
  await pressTwice(page.getByRole('columnheader', { name: 'Total' }).getByRole('button'));
  await expect(page).toHaveURL('/expenses?sort=total&direction=asc');
});
