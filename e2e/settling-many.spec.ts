/** Settling several expenses at once: the selection, the wallet preview and the result. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { findPanel, listPath, type MadeExpense, makeExpense, readExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import {
  expectToast,
  findDialog,
  findRow,
  findUser,
  interceptRequests,
  send,
  unique,
} from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const pair = ['Maya Chen', 'Diego Alvarez'];

/** Creates three open expenses whose titles share a unique word. */
async function createThreeExpenses(
  page: Page,
): Promise<[string, MadeExpense, MadeExpense, MadeExpense]> {
  const word = unique('Retreat');
  const create = async (letter: string, amount: number) =>
    makeExpense(page, {
      title: `${word} ${letter}`,
      amount,
      people: pair,
      useWalletTransactions: true,
    });
  return [word, await create('A', 10), await create('B', 20.02), await create('C', 40)];
}

const readStatus = async (page: Page, { id }: MadeExpense) =>
  (await send<{ status: string }>(page, 'GET', `/expenses/${id}`)).status;

/** Counts the expense's transactions in the settlement wallets of the two members. */
async function countSettlementTransactions(page: Page, { title }: MadeExpense): Promise<number> {
  type Wallets = { wallets: { items: { id: string; currencyCode: string }[] } };
  type Found = { transactions: { totalCount: number } };
  let count = 0;
  for (const name of pair) {
    const { id: ownerId } = await findUser(page, name);
    const oldest = `/wallets?ownerId=${ownerId}&sort=created&direction=asc`;
    const { items } = (await send<Wallets>(page, 'GET', oldest)).wallets;
    const id = items.find(({ currencyCode }) => currencyCode === 'USD')?.id;
    const path = `/wallets/${id}/transactions?searchTerm=${encodeURIComponent(title)}`;
    count += (await send<Found>(page, 'GET', path)).transactions.totalCount;
  }
  return count;
}

test('the chosen expenses are settled, after what happens to every standing is shown', async ({
  page,
}) => {
  const [word, a, b, c] = await createThreeExpenses(page);
  await page.goto(listPath(word));
  await page.getByRole('button', { name: 'Settle These...' }).click();
  const dialog = findDialog(page, 'Settle Expenses');
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  // The question is only asked once there is something to settle.
  await expect(dialog).toContainText('Choose the expenses to mark as settled.');
  await expect(dialog).not.toContainText('Are you sure');
  const none = dialog.getByRole('button', { name: 'Settle Expenses' });
  await expect(none).toBeDisabled();
  await expect(none).toHaveAccessibleDescription('Choose what to settle.');
  await dialog.getByRole('button', { name: 'Select All' }).click();
  await expect(dialog).toContainText('Are you sure you want to settle these expenses?');
  await expect(dialog).toContainText('Total $70.02');
  await expect(dialog).toContainText("Wallets: settling charges the shares to members' wallets.");
  const wallets = dialog.getByRole('region', { name: 'Charged to Wallets' });
  await expect(wallets).toContainText("No one's balance changes.");
  await expect(wallets.getByRole('listitem')).toHaveText([
    /Diego Alvarez-\$35\.01.*, unchanged/,
    /Maya Chen\+\$35\.01/,
  ]);
  await dialog.getByRole('checkbox', { name: new RegExp(`^${b.title}`) }).uncheck();
  await expect(dialog).toContainText('Total $50.00');
  await expect(wallets.getByRole('listitem')).toHaveText([/-\$25\.00/, /\+\$25\.00/]);
  await expectAccessible(page, 'settle expenses', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Settle 2 Expenses' }).click();
  await expectToast(page, '2 expenses settled successfully');
  await expect(dialog).toBeHidden();
  await expect(findRow(page, a.title)).toContainText('settled');
  await expect(findRow(page, c.title)).toContainText('settled');
  await expect(findRow(page, b.title)).toContainText('open');
  expect([await readStatus(page, a), await readStatus(page, b)]).toEqual(['settled', 'open']);
  expect([
    await countSettlementTransactions(page, a),
    await countSettlementTransactions(page, b),
  ]).toEqual([3, 0]);

  // Settled expenses are not offered again, nor is settling a list without open ones.
  await page.getByRole('button', { name: 'Settle These...' }).click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
  await expectToast(page, 'Expense settled successfully');
  await expect(page.getByRole('button', { name: 'Settle These...' })).toHaveCount(0);
  await page.goto(listPath(word, '&dialog=settle-shown'));
  await expect(dialog).toContainText('None of these expenses is open.');
  await expect(dialog.getByRole('button', { name: 'Settle Expenses' })).toBeDisabled();
});

test('an expense paid outside asks when and how, and records who paid whom', async ({ page }) => {
  const title = unique('Tickets');
  await makeExpense(page, { title, amount: 50, people: pair });
  await page.goto(listPath(title, '&dialog=settle-shown'));
  const dialog = findDialog(page, 'Settle Expenses');
  await dialog.getByRole('checkbox').check();
  const outside = dialog.getByRole('region', { name: 'Paid Outside' });
  await expect(outside).toContainText(
    /balance falls by \$25\.00, and Diego Alvarez's rises by \$25\.00/,
  );
  await expect(outside.getByRole('listitem')).toHaveText([/Diego Alvarez pays .*\$25\.00/]);
  await dialog.getByLabel('Note').fill('Cash at the door');
  await expectAccessible(page, 'settle outside', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
  await expectToast(page, 'Expense settled successfully');
  await findRow(page, title).getByRole('button', { name: title }).first().click();
  const panel = findPanel(page, title);
  await expect(panel).toContainText('Cash at the door');
  await expect(panel).toContainText(/(Charged|Covered) \$25\.00/);

  // It is corrected by its reversal and a replacement, which link to each other.
  await panel.getByRole('button', { name: 'Correct...' }).click();
  const correction = findDialog(page, 'Correct Expense');
  await correction.getByLabel('Amount *').fill('60');
  await expect(
    correction.getByRole('region', { name: 'Change of Balances' }).getByRole('listitem'),
  ).toHaveText([/Diego Alvarez-\$5\.00/, /\+\$5\.00/]);
  await correction.getByLabel('Title').fill(`${title} right`);
  await expectAccessible(page, 'correct', '[role=dialog]');
  await correction.getByRole('button', { name: 'Correct Expense' }).click();
  await expectToast(page, 'Expense corrected');
  // The panel shows the replacement, whose original is one press away.
  const right = findPanel(page, `${title} right`);
  await expect(right).toContainText('corrected');
  await right.getByRole('button', { name: title, exact: true }).click();
  await expect(panel).toContainText('replaced');
  await expect(panel.getByRole('button', { name: 'Correct...' })).toHaveCount(0);
  await panel.getByRole('button', { name: `Reversal of ${title}` }).click();
  const reversal = findPanel(page, `Reversal of ${title}`);
  await expect(reversal).toContainText('Refunded to wallet $25.00');
  await expect(reversal.getByRole('button', { name: 'Duplicate' })).toHaveCount(0);
  await reversal.getByRole('button', { name: title, exact: true }).click();
  await panel.getByRole('button', { name: `${title} right` }).click();
  await expect(right.getByRole('button', { name: title, exact: true })).toBeVisible();
  // The list has one row of the three: what stands.
  await expect(findRow(page, `${title} right`)).toContainText('corrected');
  await expect(findRow(page, `Reversal of ${title}`)).toHaveCount(0);

  // A settled expense can be logged once more.
  await right.getByRole('button', { name: title, exact: true }).click();
  await panel.getByRole('button', { name: 'Duplicate' }).click();
  const copy = findDialog(page, 'Create New Expense');
  await expect(copy.getByLabel('Title')).toHaveValue(title);
  await copy.getByLabel('Title').fill(`${title} again`);
  await copy.getByRole('button', { name: 'Create Expense' }).click();
  await expectToast(page, 'Expense created successfully!');
  await expect(findRow(page, `${title} again`)).toContainText('$50.00');
  await expect(findRow(page, `${title} again`)).toContainText('open');
});

test.describe('failures', () => {
  test.use({ allowFailedRequests: true });

  test('an expense changed in the meantime is named and can be settled in its latest version', async ({
    page,
  }) => {
    const [word, a, b, c] = await createThreeExpenses(page);
    const reads = await interceptRequests(page, 'GET');
    await page.goto(listPath(word, '&dialog=settle-shown'));
    const dialog = findDialog(page, 'Settle Expenses');
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Select All' }).click();
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
    await expect.poll(reads.heldCount).toBeGreaterThan(0);
    await expect(dialog.getByRole('button', { name: 'Settling 3 of 3...' })).toBeDisabled();
    reads.release();
    await expect(dialog.getByRole('alert')).toContainText('2 settled. 1 not settled:');
    await expect(dialog.getByRole('alert')).toContainText(`"${b.title}"`);
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expect(dialog).toContainText('Total $31.00');
    expect([
      await readStatus(page, a),
      await readStatus(page, b),
      await readStatus(page, c),
    ]).toEqual(['settled', 'open', 'settled']);
    await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
    await expectToast(page, 'Expense settled successfully');
    await expect(dialog).toBeHidden();
    expect(await countSettlementTransactions(page, b)).toBe(3);
  });

  test('a lost response stops settling with a message, and continuing settles nothing twice', async ({
    page,
  }) => {
    const [word, a, b, c] = await createThreeExpenses(page);
    await page.route(`**/api/expenses/${b.id}/settle`, async (route) => {
      // The server settles it, but the response is lost.
      await route.fetch();
      await route.abort();
    });
    await page.goto(listPath(word, '&dialog=settle-shown'));
    const dialog = findDialog(page, 'Settle Expenses');
    await dialog.getByRole('button', { name: 'Select All' }).click();
    await dialog.getByRole('button', { name: 'Settle 3 Expenses' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Stopped at:');
    await page.unrouteAll({ behavior: 'wait' });
    // The reloaded list shows it as settled; the untried ones remain.
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
    await expectToast(page, 'Expense settled successfully');
    for (const expense of [a, b, c]) {
      expect(await readStatus(page, expense)).toBe('settled');
      expect(await countSettlementTransactions(page, expense)).toBe(3);
    }
  });

  test('a lost response is reported even if nothing is left to settle', async ({ page }) => {
    const title = unique('Tickets');
    const { id } = await makeExpense(page, { title, amount: 50, people: pair });
    await page.route(`**/api/expenses/${id}/settle`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.goto(listPath(title, '&dialog=settle-shown'));
    const dialog = findDialog(page, 'Settle Expenses');
    await dialog.getByRole('checkbox').check();
    await dialog.getByLabel('Note').fill('Cash');
    await dialog.getByRole('button', { name: 'Settle 1 Expense' }).click();
    await expect(dialog).toContainText('Nothing to settle');
    await expect(dialog.getByRole('alert')).toContainText(`"${title}"`);
    // There is nothing to discard.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('all open expenses can be settled from the settle-up panel', async ({ page }) => {
  await createThreeExpenses(page);
  await page.goto('/expenses');
  await page.getByRole('button', { name: 'Settle Up' }).click();
  await findPanel(page, 'Settle Up').getByRole('button', { name: 'Settle Expenses...' }).click();
  const dialog = findDialog(page, 'Settle Expenses');
  await expect(dialog.getByRole('checkbox').nth(3)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Settle Expenses' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(findPanel(page, 'Settle Up')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('each expense to settle shows its day, its payer and how it settles', async ({ page }) => {
    const title = unique('Speaker gift');
    await makeExpense(page, {
      title,
      amount: 50,
      people: ['Diego Alvarez', 'Maya Chen'],
      expenseDate: '2026-03-05T18:00:00.000Z',
    });
    await page.goto(listPath(title, '&dialog=settle-shown'));
    const dialog = findDialog(page, 'Settle Expenses');
    const details = dialog.getByText(/^Mar 5, 2026 · Diego · outside$/);
    await expect(details).toBeVisible();
    // Below the title, which has the whole width.
    const heading = await dialog.getByText(title).boundingBox();
    const below = await details.boundingBox();
    expect(below?.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0) - 1);
  });
});
