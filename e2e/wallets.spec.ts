import { expectAccessible } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import {
  changeTransaction,
  dialogNamed,
  expectToast,
  expectTyped,
  fillTransaction,
  makeTransaction,
  makeWallet,
  questionNamed,
  rowOf,
  send,
  slowDown,
  unique,
  userNamed,
} from './wallets.ts';

/** Milliseconds; longer than a busy machine takes to look. */
const visibleWait = 5_000;

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

test.describe('a transaction with the mouse', () => {
  test('is added, edited and deleted; the balance follows', async ({ page }) => {
    test.setTimeout(90_000);
    const wallet = await makeWallet(page, { name: unique('Mouse') });
    await page.goto(wallet.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${wallet.name} Transactions`);
    await expect(page.getByText('No transactions found')).toBeVisible();

    await page.getByRole('button', { name: 'Add Transaction' }).click();
    const adding = dialogNamed(page, 'Add Transaction');
    await expect(adding).toContainText(`Add a new transaction to ${wallet.name}`);
    await expect(adding.getByLabel('User *')).toHaveValue(wallet.ownerId);
    await expectTyped(adding, { type: 'credit', amount: '0' });
    await expect(adding.getByLabel('Metadata')).toHaveValue('');
    await fillTransaction(adding, {
      amount: '1,234.56',
      description: 'Guest tickets',
      reference: 'INV-7',
    });
    await expect(adding).toContainText('13 / 255');
    await expect(adding).toContainText('Balance afterwards $1,234.56');
    await slowDown(page, visibleWait);
    await adding.getByRole('button', { name: 'Add Transaction' }).click();
    await expect(adding.getByRole('button', { name: 'Adding...' })).toBeVisible();
    await expect(adding.getByLabel('Amount *')).toBeDisabled();
    await slowDown(page, 0);
    await expectToast(page, 'Transaction added successfully');
    await expect(adding).toBeHidden();
    const row = rowOf(page, 'Guest tickets');
    for (const words of ['+$1,234.56', 'credit', 'INV-7', '$1,234.56']) {
      await expect(row).toContainText(words);
    }

    await row.getByRole('button', { name: 'Edit Guest tickets' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await expect(editing).toContainText('Update the transaction details below.');
    await expectTyped(editing, { type: 'credit', amount: '1234.56', description: 'Guest tickets' });
    await expect(editing.getByLabel('Metadata')).toHaveValue('{}');
    await fillTransaction(editing, { type: 'debit', amount: '0.10', description: 'Refund' });
    await slowDown(page, visibleWait);
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing.getByRole('button', { name: 'Updating...' })).toBeVisible();
    await expect(editing.getByLabel('Amount *')).toBeDisabled();
    await slowDown(page, 0);
    await expectToast(page, 'Transaction updated successfully');
    await expect(editing).toBeHidden();
    await expect(rowOf(page, 'Refund')).toContainText('-$0.10');
    await expect(rowOf(page, 'Refund')).toContainText('debit');
    await expect(page.getByRole('region', { name: 'Wallet Details' })).toContainText('-$0.10');

    await page.getByRole('button', { name: 'Delete Refund' }).click();
    const question = questionNamed(page, 'Delete Transaction');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Transaction deleted successfully');
    await expect(question).toBeHidden();
    await expect(page.getByText('No transactions found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('pressed twice is added once', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Twice') });
    await page.goto(`${wallet.path}?dialog=add`);
    const adding = dialogNamed(page, 'Add Transaction');
    await fillTransaction(adding, { amount: '5', description: 'Once' });
    await adding.getByRole('button', { name: 'Add Transaction' }).dblclick();
    await expect(adding).toBeHidden();
    await expect(rowOf(page, 'Once')).toHaveCount(1);
  });
});

test('a transaction is added, edited and deleted with the keyboard alone', async ({ page }) => {
  test.setTimeout(90_000);
  const wallet = await makeWallet(page, { name: unique('Keys'), currencyCode: 'EUR' });
  await page.goto(`/wallets?search=${encodeURIComponent(wallet.name)}`);
  const menu = page.getByRole('button', { name: `Actions for ${wallet.name}` });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Add Transaction']);
  await page.keyboard.press('Enter');
  const adding = dialogNamed(page, 'Add Transaction');
  await expect(adding.getByLabel('User *')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Debit');
  await expectTyped(adding, { type: 'debit' });
  await page.keyboard.press('Tab');
  // What it starts with is selected, so that typing replaces it.
  await page.keyboard.type('12.5');
  await expectTyped(adding, { amount: '12.5' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('Taxi');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction added successfully');
  await expect(adding).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(rowOf(page, wallet.name)).toContainText('-€12.50');

  await page.keyboard.press('Shift+Tab');
  for (let press = 0; press < 12; press += 1) {
    if (
      await page
        .getByRole('link', { name: wallet.name })
        .evaluate((link) => link === document.activeElement)
    )
      break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const edit = page.getByRole('button', { name: 'Edit Taxi' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const editing = dialogNamed(page, 'Edit Transaction');
  await expect(editing.getByLabel('User *')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('13');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction updated successfully');
  await expect(editing).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(rowOf(page, 'Taxi')).toContainText('-€13.00');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = questionNamed(page, 'Delete Transaction');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete Taxi' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction deleted successfully');
  await expect(page.getByText('No transactions found')).toBeVisible();
});

test('a wallet is added with the keyboard alone, and stands first', async ({ page }) => {
  await page.goto('/wallets?page=2');
  const add = page.getByRole('button', { name: 'Add Wallet' });
  await expect(add).toBeEnabled();
  await add.focus();
  await page.keyboard.press('Enter');
  const adding = dialogNamed(page, 'Add New Wallet');
  await expect(adding).toContainText('Create a new wallet for tracking finances');
  const create = adding.getByRole('button', { name: 'Create Wallet' });
  await expect(create).toBeDisabled();
  const name = unique('Keyboard wallet');
  await page.keyboard.type(name);
  await expect(create).toBeDisabled();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Priya');
  await expect(create).toBeDisabled();
  await page.keyboard.press('Tab');
  await page.keyboard.type('GBP');
  await expect(create).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Wallet created successfully');
  await expect(adding).toBeHidden();
  await expect(page).toHaveURL('/wallets');
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await expect(page.getByRole('row').nth(1)).toContainText('Priya Raman');
});

test.describe('what the forms refuse', () => {
  test('each dialog says it in its own words, beside the field, and keeps what was typed', async ({
    page,
  }) => {
    const wallet = await makeWallet(page, { name: unique('Refused') });
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(`${wallet.path}?dialog=add`);
    const adding = dialogNamed(page, 'Add Transaction');
    await adding.getByLabel('User *').selectOption('');
    await adding.getByRole('button', { name: 'Add Transaction' }).click();
    for (const words of [
      'User is required',
      'Amount must be greater than 0',
      'Description is required',
    ]) {
      await expect(adding.getByText(words)).toBeVisible();
    }
    await expect(adding.getByLabel('User *')).toBeFocused();
    await adding.getByLabel('Amount *').fill('1.005');
    await adding.getByLabel('Description *').fill('x'.repeat(256));
    await expect(adding.getByText('Amount can have at most two decimals')).toBeVisible();
    await expect(adding.getByText('Description must be less than 255 characters')).toBeVisible();
    await expect(adding).toContainText('256 / 255');
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await expect(adding).toBeHidden();

    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await editing.getByLabel('User *').selectOption('');
    await fillTransaction(editing, { amount: '-5' });
    await editing.getByLabel('Description *').fill(' ');
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    for (const words of [
      'User ID is required',
      'Amount must be positive',
      'Description is required',
    ]) {
      await expect(editing.getByText(words)).toBeVisible();
    }
    await expectTyped(editing, { amount: '-5', description: ' ' });
  });
});

test.describe('the address', () => {
  test('keeps search, owner, order, page and the dialog with its wallet', async ({ page }) => {
    const priya = await userNamed(page, 'Priya Raman');
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
    const adding = dialogNamed(page, 'Add Transaction');
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

  test('of a dialog is an entry of its own: Back closes it, forward of nothing opens it', async ({
    page,
  }) => {
    const wallet = await makeWallet(page, { name: unique('Back') });
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto('/wallets');
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await expect(editing).toBeVisible();
    await page.goBack();
    await expect(editing).toBeHidden();
    await expect(page).toHaveURL(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    await editing.getByRole('button', { name: 'Close' }).click();
    await expect(editing).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/wallets');
  });

  test('that is pasted opens what it names; what cannot be it forgets, and says why', async ({
    page,
  }) => {
    const wallet = await makeWallet(page, { name: unique('Pasted') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(`${wallet.path}?dialog=delete&subject=${id}`);
    const question = questionNamed(page, 'Delete Transaction');
    await expect(question).toContainText('Coffee');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(wallet.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('keeps the order and the page of the transactions', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Order') });
    for (const amount of [3, 1, 2]) {
      await makeTransaction(page, wallet, { amount, description: `Amount ${amount}` });
    }
    await page.goto(wallet.path);
    const amounts = page.locator('tbody td:first-child');
    await expect(amounts).toHaveText(['+$2.00', '+$1.00', '+$3.00']);
    const header = (name: string) => page.getByRole('columnheader', { name });
    await expect(header('Date')).toHaveAttribute('aria-sort', 'descending');
    await expect(header('Balance')).toBeVisible();
    await page.getByRole('button', { name: 'Amount', exact: true }).click();
    await expect(amounts).toHaveText(['+$3.00', '+$2.00', '+$1.00']);
    await expect(page).toHaveURL(`${wallet.path}?sort=amount&direction=desc`);
    await expect(header('Amount')).toHaveAttribute('aria-sort', 'descending');
    // A balance runs only in the order of time.
    await expect(header('Balance')).toHaveCount(0);
    await page.reload();
    await expect(amounts).toHaveText(['+$3.00', '+$2.00', '+$1.00']);
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    await expect(page).toHaveURL(wallet.path);
    await page.goBack();
    await expect(page).toHaveURL(/sort=amount/);
  });
});

test('pages say where they are; an emptied last page gives way to the one before', async ({
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
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit Number 0' }).click();
  const editing = dialogNamed(page, 'Edit Transaction');
  await fillTransaction(editing, { description: 'Number zero' });
  await editing.getByRole('button', { name: 'Update Transaction' }).click();
  await expect(rowOf(page, 'Number zero')).toBeVisible();
  await expect(page).toHaveURL(`${wallet.path}?page=2`);
  await page.getByRole('button', { name: 'Delete Number zero' }).click();
  await questionNamed(page, 'Delete Transaction').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Transaction deleted successfully');
  await expect(page).toHaveURL(wallet.path);
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await expect(page.getByText(/^Page \d/)).toHaveCount(0);
});

test.describe('two people change the same transaction', () => {
  // The second of the two is refused, which the browser itself logs.
  test.use({ allowFailedRequests: true });

  const mine = { amount: '9', description: 'Mine' };

  test('both versions stand side by side; mine can be kept', async ({ page, browser }) => {
    const wallet = await makeWallet(page, { name: unique('Mine') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await fillTransaction(editing, mine);

    const other = await browser.newContext();
    const theirPage = await other.newPage();
    await signInQuickly(theirPage, 'admin');
    await changeTransaction(theirPage, wallet, id, { amount: 7, description: 'Coffee for two' });
    await other.close();

    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expectToast(page, 'Failed to update transaction. Please try again.', 'Error');
    await expect(
      editing.getByRole('region', { name: 'This transaction was changed meanwhile' }),
    ).toBeFocused();
    await expect(editing).toContainText(/Edited by Priya Raman, .*\d:\d\d [AP]M/);
    const amount = editing.getByRole('row').filter({ hasText: 'Amount' });
    for (const words of ['differs', '+$9.00', '+$7.00']) await expect(amount).toContainText(words);
    await expect(editing.getByRole('row', { name: /^Type/ })).not.toContainText('differs');
    await expectAccessible(page, 'two versions', '[role=dialog]');

    await editing.getByRole('button', { name: 'Go back to editing' }).click();
    await expectTyped(editing, mine);
    await expect(editing.getByLabel('Amount *')).toBeFocused();
    await fillTransaction(editing, { description: 'Mine again' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expectToast(page, 'Transaction updated successfully');
    await expect(rowOf(page, 'Mine again')).toContainText('+$9.00');

    await page.getByRole('button', { name: 'Edit Mine again' }).click();
    await fillTransaction(editing, mine);
    await changeTransaction(page, wallet, id, { amount: 8, description: 'Theirs' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing).toContainText('Edited by you');
    await editing.getByRole('button', { name: 'Keep mine' }).click();
    await expect(editing).toBeHidden();
    await expect(rowOf(page, 'Mine')).toContainText('+$9.00');
  });

  test('theirs can be taken', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Theirs') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await fillTransaction(editing, mine);
    await changeTransaction(page, wallet, id, { amount: 7, description: 'Theirs' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await editing.getByRole('button', { name: 'Take theirs' }).click();
    await expect(editing).toBeHidden();
    await expect(rowOf(page, 'Theirs')).toContainText('+$7.00');
    const { version } = await send<{ version: number }>(
      page,
      'GET',
      `/wallets/${wallet.id}/transactions/${id}`,
    );
    expect(version).toBe(2);
  });

  test('a delete says that it changed, and asks again', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Delete') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Delete Coffee' }).click();
    const question = questionNamed(page, 'Delete Transaction');
    await expect(question).toBeVisible();
    await changeTransaction(page, wallet, id, { amount: 7, description: 'Dinner' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Failed to delete transaction. Please try again.', 'Error');
    await expect(question).toContainText('This transaction was changed meanwhile.');
    await expect(question).toContainText('Edited by you');
    await expect(question).toContainText(/\+\$5\.00.*\+\$7\.00/);
    await expectAccessible(page, 'delete, changed meanwhile', '[role=alertdialog]');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Transaction deleted successfully');
    await expect(page.getByText('No transactions found')).toBeVisible();
  });

  test('what was deleted meanwhile is said to be, and what was typed stays', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Gone') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await makeTransaction(page, wallet, { amount: 5, description: 'Stays' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = dialogNamed(page, 'Edit Transaction');
    await fillTransaction(editing, mine);
    await send(page, 'DELETE', `/wallets/${wallet.id}/transactions/${id}`);
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing.getByRole('alert')).toContainText(
      'This transaction was deleted meanwhile. What you typed is still here.',
    );
    await expectTyped(editing, mine);
    await editing.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, 'Coffee')).toHaveCount(0);
    await expect(rowOf(page, 'Stays')).toBeVisible();
  });
});

test('the history of a transaction says who did what, newest first, from its own address', async ({
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
  const button = page.getByRole('button', { name: 'History of Dinner' });
  await button.click();
  const history = dialogNamed(page, 'History');
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

test('the balance of a past day is asked for by its date, and kept in the address', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Day') });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.goto(wallet.path);
  await page.getByLabel('Balance on', { exact: true }).fill('2024-02-29');
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
  await expect(page).toHaveURL(`${wallet.path}?asOf=2024-02-29`);
  await page.reload();
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
});

test('what a settlement wrote cannot change, says why, and leads to its expense', async ({
  page,
}) => {
  await page.goto('/wallets?search=USD');
  await page.getByRole('link', { name: /USD/ }).first().click();
  const settled = page
    .getByRole('row')
    .filter({ has: page.locator('a[href^="/expenses"]') })
    .first();
  await expect(settled).toBeVisible();
  for (const act of ['Edit', 'Delete']) {
    const button = settled.getByRole('button', { name: new RegExp(`^${act} `) });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleName(
      /This transaction comes from a settled expense and cannot change$/,
    );
    await button.click({ force: true });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await settled.getByRole('link').click();
  await expect(page).toHaveURL(/\/expenses\?expense=/);
});

test.describe('extremes', () => {
  const longest =
    'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrikationsgebaeudereinigungskostenabrechnungen';

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 768, 1280]) {
      test(`fit ${width} px, ${colorScheme}, dialogs too`, async ({ browser, page }) => {
        test.setTimeout(120_000);
        const name = longest.slice(0, 100);
        const wallet = await makeWallet(page, { name, currencyCode: 'CAD' });
        const { id } = await makeTransaction(page, wallet, {
          amount: 9_999_999_999.99,
          transactionType: 'debit',
          description: 'W'.repeat(255),
          referenceId: 'R'.repeat(255),
        });
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 800 },
          storageState: await page.context().storageState(),
        });
        const screen = await context.newPage();
        for (const [what, address] of [
          ['wallets', `/wallets?search=${name}`],
          ['transactions', wallet.path],
        ] as const) {
          await screen.goto(address);
          await expect(screen.getByText('-CA$9,999,999,999.99').first()).toBeVisible();
          await expectAccessible(screen, `${what} with extremes`);
        }
        for (const dialog of ['add', 'edit', 'delete', 'history']) {
          const subject = dialog === 'add' ? '' : `&subject=${id}`;
          await screen.goto(`${wallet.path}?dialog=${dialog}${subject}`);
          const role = dialog === 'delete' ? 'alertdialog' : 'dialog';
          await expect(screen.getByRole(role)).toBeVisible();
          await expectAccessible(screen, `${dialog} with extremes`, `[role=${role}]`);
        }
        await context.close();
      });
    }
  }
});

test('while they are on their way, details have six skeletons and transactions five rows', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Slow') });
  await page.goto('/wallets');
  const link = page.getByRole('link', { name: wallet.name });
  await expect(link).toBeVisible();
  await link.hover();
  await slowDown(page, visibleWait);
  await link.click();
  await expect(page.getByText('Loading wallet details...')).toBeAttached();
  await expect(page.getByText('Loading transactions...')).toBeAttached();
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details.locator('[aria-hidden] > div:first-child > div')).toHaveCount(6);
  const history = page.getByRole('region', { name: 'Transaction History' });
  await expect(history.locator('[aria-hidden] > div > div')).toHaveCount(5);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Wallet ${wallet.id.slice(0, 8)} Transactions`,
  );
  await slowDown(page, 0);
  await expect(page.getByText('No transactions found')).toBeVisible();
  await slowDown(page, 3_000);
  await page.getByPlaceholder('Search transactions...').fill('nothing');
  // What was there stays until the answer is.
  await expect(page.getByText('Add one, or settle an expense')).toBeVisible();
  await expect(page.getByText('Nothing here matches what was asked for.')).toBeVisible();
});

test('a wallet that is not there says so, and what is no id too', async ({ page }) => {
  await page.goto('/wallets/nonsense/transactions');
  await expect(page.getByText('Invalid wallet ID')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Wallets' }).click();
  await expect(page).toHaveURL('/wallets');
});
