/** The command palette and the list of shortcuts. */
import { expectAccessible } from './axe.ts';
import { makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { makeTransaction, makeWallet, unique } from './wallets.ts';

test.beforeEach(async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('Ctrl+K finds a screen, a member and a wallet with the keyboard alone', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'the palette', 'dialog');
  await field.fill('priya');
  await expect(page.getByRole('option', { name: /Priya Raman/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Priya – USD/ }).first()).toBeVisible();
  await field.fill('expenses');
  await expect(page.getByRole('option', { name: 'Expenses', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Expense Tracker', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('no letter is lost, and Enter waits, while the code of the search is loading', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/command-results/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('priya raman');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search and Commands' })).toHaveValue(
    'priya raman',
  );
  await expect(page.getByRole('option')).toHaveCount(0);
  held.resolve();
  await expect(page).toHaveURL(/\/members\/./);
  await expect(page.getByRole('heading', { name: 'Priya Raman', level: 1 })).toBeVisible();
});

test('keys go to places and through the rows of a list; the header opens the search', async ({
  page,
}) => {
  await page.getByRole('banner').getByRole('button', { name: 'Search and Commands' }).click();
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type('gw');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('heading', { name: 'Wallets', level: 1 })).toBeVisible();
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(rows.nth(1)).toBeVisible();
  const link = (row: number) => rows.nth(row).getByRole('link').first();
  await page.keyboard.press('j');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wallets\/[^/]+\/transactions/);
});

test('a question finds what it is about, and what is not found leads to the pages', async ({
  page,
}) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await field.fill('how do i pay');
  for (const name of ['How to Pay', 'Settle Up', 'Record Payment']) {
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
  }
  await field.fill('zzzzqqqq');
  // Pressed at once, Enter is for a result, not for a page in its place.
  await field.press('Enter');
  await expect(page.getByText('No results for "zzzzqqqq".')).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await field.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Resources');
  await page.getByRole('option', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Member Directory', level: 1 })).toBeVisible();
});

test('an expense is found however many newer ones there are', async ({ page }) => {
  const title = unique('Founding dinner');
  const { id } = await makeExpense(page, {
    title,
    amount: 12.5,
    people: ['Maya Chen', 'Diego Alvarez'],
    expenseDate: '2019-05-04T19:00:00Z',
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and Commands' }).fill(title.slice(-8));
  await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/expenses?expense=${id}`);
});

test('a document is found by its name or its text, and opened', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await field.fill('bylaws');
  await expect(page.getByRole('option', { name: /^Bylaws\.pdf/ })).toBeVisible();
  // The text of the demo's documents is read soon after the start.
  await expect(async () => {
    await field.fill('mentoring prog');
    await expect(page.getByRole('option', { name: /^Board meeting 12\.pdf/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/resources\/documents\?document=/);
  await expect(page.getByRole('dialog', { name: 'Board meeting 12.pdf' })).toBeVisible();
});

test('? lists the shortcuts; single keys can be turned off and are ignored in a field', async ({
  page,
}) => {
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(list).toContainText('Search and Commands');
  await expectAccessible(page, 'the shortcuts', '[role=dialog]');
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type('a/b?');
  await expect(field).toHaveValue('a/b?');
  await expect(list).toBeHidden();
  await page.goto('/calendar?month=2030-12');
  await expect(page.getByRole('heading', { name: 'December 2030' })).toBeVisible();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByRole('heading', { name: 'January 2031' })).toBeVisible();
});

test('a transaction is found in any wallet, by its description or amount, and opened there', async ({
  page,
}) => {
  const description = unique('Harbor dues');
  const wallet = await makeWallet(page, { name: unique('Travel') });
  await makeTransaction(page, wallet, { description, amount: 4_321.09 });
  const other = unique('Fuel');
  await makeTransaction(page, wallet, { description: other, amount: 76.5 });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await field.fill('$4,321.09');
  await expect(page.getByRole('option', { name: description })).toBeVisible();
  // At once: Enter waits for what was typed, and opens nothing of what was found before.
  await field.fill(other);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${wallet.path}/?.*`));
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText(other);
});

test('a search keeps to the length that every search of the API accepts', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and Commands' });
  await expect(field).toBeFocused();
  await page.keyboard.insertText('x'.repeat(300));
  await expect(page.getByText('No results for')).toBeVisible();
  await expect(field).toHaveValue('x'.repeat(200));
  expect(refused).toEqual([]);
});
