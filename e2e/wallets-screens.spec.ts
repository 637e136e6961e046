/** The addresses of the wallet and transaction screens, and what the screens show. */
import { expectAccessible } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import {
  changeTransaction,
  expectToast,
  fillTransaction,
  findAlertDialog,
  findDialog,
  findRow,
  findUsedWallet,
  findUser,
  interceptRequests,
  makeTransaction,
  makeWallet,
  send,
  unique,
} from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

test.describe('addresses', () => {
  test('keep search, owner, sort order, page and the dialog with its wallet', async ({ page }) => {
    const priya = await findUser(page, 'Priya Raman');
    const wallet = await makeWallet(page, { name: unique('Address'), ownerId: priya.id });
    await page.goto('/wallets?page=2');
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Balance' }).click();
    await expect(page).toHaveURL('/wallets?sort=balance&direction=desc');
    await expect(page.getByRole('columnheader', { name: 'Balance' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await page.getByRole('button', { name: 'Balance' }).click();
    await expect(page).toHaveURL('/wallets?sort=balance&direction=asc');
    await page.getByLabel('Filter by Owner').selectOption(priya.id);
    await page.getByPlaceholder('Search wallets...').fill(wallet.name);
    await expect(page.getByText('Showing 1 of 1 wallets')).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${wallet.name}` }).click();
    await page.getByRole('menuitem', { name: 'Add Transaction' }).click();
    const adding = findDialog(page, 'Add Transaction');
    await expect(adding).toBeVisible();
    const address = new URL(page.url()).searchParams;
    expect(Object.fromEntries(address)).toEqual({
      sort: 'balance',
      direction: 'asc',
      ownerId: priya.id,
      search: wallet.name,
      dialog: 'transaction',
      wallet: wallet.id,
    });
    await page.reload();
    await expect(adding).toContainText(`Add a new transaction to ${wallet.name}`);
    await expect(adding.getByLabel('User *')).toHaveValue(priya.id);
    await expect(page.getByPlaceholder('Search wallets...')).toHaveValue(wallet.name);
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await expect(adding).toBeHidden();
    await expect(page).not.toHaveURL(/wallet=|dialog=/);
    await expect(page).toHaveURL(/sort=balance/);
  });

  test('of dialogs are history entries: Back closes one and Forward opens it again', async ({
    page,
  }) => {
    const wallet = await makeWallet(page, { name: unique('Back') });
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto('/wallets');
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await expect(editing).toBeVisible();
    await page.goBack();
    await expect(editing).toBeHidden();
    await expect(page).toHaveURL(wallet.path);
    await page.goForward();
    await expect(editing).toBeVisible();
    await page.goBack();
    await expect(editing).toBeHidden();
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    await editing.getByRole('button', { name: 'Close' }).click();
    await expect(editing).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/wallets');
  });

  test('that are pasted open what they name', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Pasted') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(`${wallet.path}?dialog=delete&subject=${id}`);
    const question = findAlertDialog(page, 'Delete Transaction');
    await expect(question).toContainText('Coffee');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(wallet.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('drop a dialog that cannot be opened and show why', async ({ page }) => {
    const { path, transactions } = await findUsedWallet(page);
    const settled = transactions.find(({ origin }) => origin === 'settlement')?.id;
    for (const dialog of ['edit', 'delete']) {
      await page.goto(`${path}?dialog=${dialog}&subject=${settled}`);
      await expectToast(
        page,
        "This transaction comes from a settled expense and can't be changed",
        'Error',
      );
      await expect(page).toHaveURL(path);
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('keep the sort order of the transactions', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Order') });
    for (const amount of [3, 1, 2]) {
      await makeTransaction(page, wallet, { amount, description: `Amount ${amount}` });
    }
    await page.goto(wallet.path);
    const amounts = page.locator('tbody td:nth-child(5)');
    await expect(amounts).toHaveText(['+$2.00', '+$1.00', '+$3.00']);
    const header = (name: string) => page.getByRole('columnheader', { name });
    await expect(header('Date')).toHaveAttribute('aria-sort', 'descending');
    await expect(header('Balance')).toBeVisible();
    await page.getByRole('button', { name: 'Amount', exact: true }).click();
    await expect(amounts).toHaveText(['+$3.00', '+$2.00', '+$1.00']);
    await expect(page).toHaveURL(`${wallet.path}?sort=amount&direction=desc`);
    await expect(header('Amount')).toHaveAttribute('aria-sort', 'descending');
    // Running balances are shown only in chronological order.
    await expect(header('Balance')).toHaveCount(0);
    await page.reload();
    await expect(amounts).toHaveText(['+$3.00', '+$2.00', '+$1.00']);
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    await expect(page).toHaveURL(wallet.path);
    await page.goBack();
    await expect(page).toHaveURL(/sort=amount/);
  });
});

test('pages show their number, survive a reload, and an emptied last page shows the previous one', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Pages') });
  for (let number = 0; number < 21; number += 1) {
    await makeTransaction(page, wallet, { amount: 1, description: `Number ${number}` });
  }
  await page.goto(wallet.path);
  await expect(page.getByText('Showing 20 of 21 transactions')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${wallet.path}?page=2`);
  await expect(page.getByText('Showing 1 of 21 transactions')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit Number 0' }).click();
  const editing = findDialog(page, 'Edit Transaction');
  await fillTransaction(editing, { description: 'Number zero' });
  await editing.getByRole('button', { name: 'Update Transaction' }).click();
  await expect(findRow(page, 'Number zero')).toBeVisible();
  await expect(page).toHaveURL(`${wallet.path}?page=2`);
  await page.getByRole('button', { name: 'Delete Number zero' }).click();
  await findAlertDialog(page, 'Delete Transaction').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Transaction deleted successfully');
  await expect(page).toHaveURL(wallet.path);
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await expect(page.getByText(/^Page \d/)).toHaveCount(0);
});

test('the history of a transaction has its own address and lists changes, newest first', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('History') });
  const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await changeTransaction(page, wallet, id, {
    amount: 7,
    transactionType: 'debit',
    description: 'Dinner',
    referenceId: 'R-1',
  });
  await page.goto(wallet.path);
  const button = page.getByRole('button', { name: 'More actions for Dinner' });
  await button.click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const history = findDialog(page, 'History');
  const versions = history.getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.nth(0)).toContainText(/Version 2.*Edited by you/);
  await expect(versions.nth(0)).toContainText(/Amount.*\+\$5\.00.*-\$7\.00/);
  await expect(versions.nth(0)).toContainText(/Description.*Coffee.*Dinner/);
  await expect(versions.nth(1)).toContainText(/Version 1.*Created by you/);
  await expect(page).toHaveURL(`${wallet.path}?dialog=history&subject=${id}`);
  await expectAccessible(page, 'history', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await send(page, 'DELETE', `/wallets/${wallet.id}/transactions/${id}`);
  await page.goto(`${wallet.path}?dialog=history&subject=${id}`);
  await expect(versions).toHaveCount(3);
  await expect(versions.nth(0)).toContainText('Deleted by you');
});

test('on a phone the menu of a transaction has every action', async ({ page }) => {
  const wallet = await makeWallet(page, { name: unique('Pocket') });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(wallet.path);
  const row = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: 'More actions for Coffee' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Delete',
    'Receipts & Documents',
    'History',
  ]);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(findDialog(page, 'Edit Transaction')).toBeVisible();
});

test('a settlement’s transaction offers its receipts, its history and its expense, but no change', async ({
  page,
}) => {
  await page.goto('/wallets?search=USD');
  await page.getByRole('link', { name: /USD/ }).first().click();
  const settled = page
    .getByRole('row')
    .filter({ has: page.locator('a[href^="/expenses"]') })
    .first();
  await expect(settled).toBeVisible();
  await expect(settled.getByRole('button')).toHaveCount(1);
  await settled.getByRole('button', { name: /^More actions for / }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Receipts & Documents', 'History']);
  await page.keyboard.press('Escape');
  await settled.getByRole('link').click();
  await expect(page).toHaveURL(/\/expenses\?expense=/);
});

test('details load with six skeletons and transactions with five rows', async ({ page }) => {
  const wallet = await makeWallet(page, { name: unique('Slow') });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  const calls = await interceptRequests(page);
  await page.goto('/wallets');
  const link = page.getByRole('link', { name: wallet.name });
  await expect(link).toBeVisible();
  calls.hold();
  await link.click();
  await expect(page.getByText('Loading wallet details...')).toBeAttached();
  await expect(page.getByText('Loading transactions...')).toBeAttached();
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details.locator('[data-placeholder]')).toHaveCount(6);
  const history = page.getByRole('region', { name: 'Transaction History' });
  await expect(history.locator('[aria-hidden] > div > div')).toHaveCount(5);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Wallet ${wallet.id.slice(0, 8)} Transactions`,
  );
  calls.release();
  await expect(findRow(page, 'Coffee')).toBeVisible();
  calls.hold();
  await page.getByPlaceholder('Search transactions...').fill('nothing');
  // The previous rows stay until the new ones are loaded.
  await expect.poll(calls.heldCount).toBeGreaterThan(0);
  await expect(findRow(page, 'Coffee')).toBeVisible();
  calls.release();
  await expect(page.getByText('No transactions match your search.')).toBeVisible();
});

test('an unknown wallet and an invalid id are reported', async ({ page }) => {
  await page.goto('/wallets/nonsense/transactions');
  await expect(page.getByText('Invalid wallet ID')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Wallets' }).click();
  await expect(page).toHaveURL('/wallets');
});
