/** Settling several expenses at once: which of them, what wallets will see, and what came of it. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { listOf, type MadeExpense, makeExpense, panelOf, readExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { dialogNamed, expectToast, holdable, rowOf, send, unique, userNamed } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const pair = ['Maya Chen', 'Diego Alvarez'];

/** Three open expenses that share a word nobody else uses. */
async function threeExpenses(page: Page): Promise<[string, MadeExpense, MadeExpense, MadeExpense]> {
  const word = unique('Retreat');
  const made = async (letter: string, amount: number) =>
    makeExpense(page, {
      title: `${word} ${letter}`,
      amount,
      people: pair,
      useWalletTransactions: true,
    });
  return [word, await made('A', 10), await made('B', 20.02), await made('C', 40)];
}

const statusOf = async (page: Page, { id }: MadeExpense) =>
  (await send<{ status: string }>(page, 'GET', `/expenses/${id}`)).status;

/** How often the wallets of the two saw the expense: of each the one that settling writes to. */
async function movementsOf(page: Page, { title }: MadeExpense): Promise<number> {
  type Wallets = { wallets: { items: { id: string; currencyCode: string }[] } };
  type Found = { transactions: { totalCount: number } };
  let count = 0;
  for (const name of pair) {
    const { id: ownerId } = await userNamed(page, name);
    const oldest = `/wallets?ownerId=${ownerId}&sort=created&direction=asc`;
    const { items } = (await send<Wallets>(page, 'GET', oldest)).wallets;
    const id = items.find(({ currencyCode }) => currencyCode === 'USD')?.id;
    const path = `/wallets/${id}/transactions?searchTerm=${encodeURIComponent(title)}`;
    count += (await send<Found>(page, 'GET', path)).transactions.totalCount;
  }
  return count;
}

test('of what the list shows, all but what is unticked', async ({ page }) => {
  const [word, a, b, c] = await threeExpenses(page);
  await page.goto(listOf(word));
  await page.getByRole('button', { name: 'Settle These...' }).click();
  const dialog = dialogNamed(page, 'Settle Expenses');
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await expect(dialog).toContainText('Total $70.02');
  const wallets = dialog.getByRole('region', { name: 'Wallets' });
  await expect(wallets.getByRole('listitem')).toHaveText([
    /Diego Alvarez-\$35\.01/,
    /Maya Chen\+\$35\.01/,
  ]);
  await dialog.getByRole('checkbox', { name: new RegExp(`^${b.title}`) }).uncheck();
  await expect(dialog).toContainText('Total $50.00');
  await expect(wallets.getByRole('listitem')).toHaveText([/-\$25\.00/, /\+\$25\.00/]);
  await expectAccessible(page, 'settle expenses', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Settle 2 Expenses' }).click();
  await expectToast(page, '2 expenses settled successfully');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, a.title)).toContainText('settled');
  await expect(rowOf(page, c.title)).toContainText('settled');
  await expect(rowOf(page, b.title)).toContainText('open');
  expect([await statusOf(page, a), await statusOf(page, b)]).toEqual(['settled', 'open']);
  expect([await movementsOf(page, a), await movementsOf(page, b)]).toEqual([3, 0]);

  // What is settled is not offered again, and a list without anything open says so.
  await page.getByRole('button', { name: 'Settle These...' }).click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
  await expectToast(page, 'Expense settled successfully');
  await page.getByRole('button', { name: 'Settle These...' }).click();
  await expect(dialog).toContainText('None of these expenses is open.');
  await expect(dialog.getByRole('button', { name: 'Settle 0 Expenses' })).toBeDisabled();
});

test.describe('when a call fails', () => {
  test.use({ allowFailedRequests: true });

  test('what changed meanwhile is named and stays, and is settled as it is now', async ({
    page,
  }) => {
    const [word, a, b, c] = await threeExpenses(page);
    const reads = await holdable(page, 'GET');
    await page.goto(listOf(word, '&dialog=settle-shown'));
    const dialog = dialogNamed(page, 'Settle Expenses');
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    const { version } = await readExpense(page, b.id);
    await send(
      page,
      'PATCH',
      `/expenses/${b.id}`,
      [{ op: 'replace', path: '/amount', value: 31 }],
      {
        'content-type': 'application/json-patch+json',
        'if-match': `"${version}"`,
      },
    );
    reads.hold();
    await dialog.getByRole('button', { name: 'Settle 3 Expenses' }).click();
    await expect.poll(reads.held).toBeGreaterThan(0);
    await expect(dialog.getByRole('button', { name: 'Settling 3 of 3...' })).toBeDisabled();
    reads.letGo();
    await expect(dialog.getByRole('alert')).toContainText('2 settled. 1 not settled:');
    await expect(dialog.getByRole('alert')).toContainText(`"${b.title}"`);
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expect(dialog).toContainText('Total $31.00');
    expect([await statusOf(page, a), await statusOf(page, b), await statusOf(page, c)]).toEqual([
      'settled',
      'open',
      'settled',
    ]);
    await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
    await expectToast(page, 'Expense settled successfully');
    await expect(dialog).toBeHidden();
    expect(await movementsOf(page, b)).toBe(3);
  });

  test('a lost answer stops it, says where, and it goes on without doing anything twice', async ({
    page,
  }) => {
    const [word, a, b, c] = await threeExpenses(page);
    await page.route(`**/api/expenses/${b.id}/settle`, async (route) => {
      // The server settles it; nobody hears of it.
      await route.fetch();
      await route.abort();
    });
    await page.goto(listOf(word, '&dialog=settle-shown'));
    const dialog = dialogNamed(page, 'Settle Expenses');
    await dialog.getByRole('button', { name: 'Settle 3 Expenses' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Stopped at:');
    await page.unrouteAll({ behavior: 'wait' });
    // It is settled, as the list read anew knows; what was not tried is left.
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
    await expectToast(page, 'Expense settled successfully');
    for (const expense of [a, b, c]) {
      expect(await statusOf(page, expense)).toBe('settled');
      expect(await movementsOf(page, expense)).toBe(3);
    }
  });
});

test('everything, from what settles everybody up', async ({ page }) => {
  await threeExpenses(page);
  await page.goto('/expenses');
  await page.getByRole('button', { name: 'Settle Up' }).click();
  await panelOf(page, 'Settle Up').getByRole('button', { name: 'Settle Expenses...' }).click();
  const dialog = dialogNamed(page, 'Settle Expenses');
  await expect(dialog.getByRole('checkbox').nth(3)).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog.getByRole('button', { name: 'Settle 0 Expenses' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panelOf(page, 'Settle Up')).toBeVisible();
});
