/** The palette of commands and the list of shortcuts. */
import { expectAccessible } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';

test.beforeEach(async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('Ctrl K finds a place, a person and a wallet, by the keyboard alone', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'the palette', '[role=dialog]');
  await field.fill('priya');
  await expect(page.getByRole('option', { name: /Priya Raman/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Priya – USD/ })).toBeVisible();
  await field.fill('expenses');
  await expect(page.getByRole('option', { name: 'Expenses' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Expense Tracker', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('? lists the shortcuts; single keys can be turned off, and stay silent in a field', async ({
  page,
}) => {
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Search and commands');
  await expectAccessible(page, 'the shortcuts', '[role=dialog]');
  await list.getByRole('switch', { name: 'Single keys' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type('a/b?');
  await expect(field).toHaveValue('a/b?');
  await expect(list).toBeHidden();
});
