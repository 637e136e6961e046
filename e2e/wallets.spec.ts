/** A treasurer's work with wallets and transactions, by mouse and by keyboard alone. */
import { typeWithoutPauses } from './input.ts';
import { discard, expect, signInQuickly, test } from './journey.ts';
import {
  countTransactions,
  expectToast,
  expectTyped,
  fillTransaction,
  findAlertDialog,
  findDialog,
  findRow,
  interceptRequests,
  makeTransaction,
  makeWallet,
  unique,
} from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

test.describe('a transaction with the mouse', () => {
  test('is added, edited and deleted, which updates the balance', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Mouse') });
    const calls = await interceptRequests(page);
    const reads = await interceptRequests(page, 'GET');
    await page.goto(wallet.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${wallet.name} Transactions`);
    await expect(page.getByText('No transactions found')).toBeVisible();

    await page.getByRole('button', { name: 'Add Transaction' }).click();
    const adding = findDialog(page, 'Add Transaction');
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
    await expect(adding).toContainText('New balance $1,234.56');
    calls.hold();
    await adding.getByRole('button', { name: 'Add Transaction' }).click();
    await expect(adding.getByRole('button', { name: 'Adding...' })).toBeVisible();
    await expect(adding.getByLabel('Amount *')).toBeDisabled();
    calls.release();
    await expectToast(page, 'Transaction added successfully');
    await expect(adding).toBeHidden();
    const row = findRow(page, 'Guest tickets');
    for (const text of ['+$1,234.56', 'credit', 'INV-7', '$1,234.56']) {
      await expect(row).toContainText(text);
    }

    await row.getByRole('button', { name: 'Edit Guest tickets' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await expect(editing).toContainText('Update the transaction details below.');
    await expectTyped(editing, { type: 'credit', amount: '1234.56', description: 'Guest tickets' });
    await expect(editing.getByLabel('Metadata')).toHaveValue('{}');
    await fillTransaction(editing, { type: 'debit', amount: '0.10', description: 'Refund' });
    calls.hold();
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing.getByRole('button', { name: 'Updating...' })).toBeVisible();
    await expect(editing.getByLabel('Amount *')).toBeDisabled();
    calls.release();
    await expectToast(page, 'Transaction updated successfully');
    await expect(editing).toBeHidden();
    await expect(findRow(page, 'Refund')).toContainText('-$0.10');
    await expect(findRow(page, 'Refund')).toContainText('debit');
    await expect(page.getByRole('region', { name: 'Wallet Details' })).toContainText('-$0.10');

    // A read of the transaction, which the dialog begins, must not outlive its deletion.
    reads.hold();
    await page.getByRole('button', { name: 'Delete Refund' }).click();
    const question = findAlertDialog(page, 'Delete Transaction');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect.poll(reads.heldCount).toBe(1);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Transaction deleted successfully');
    await expect(question).toBeHidden();
    // The row disappears, and the focus moves, only when the list has been reloaded.
    await expect(page.getByRole('button', { name: 'Delete Refund' })).toBeFocused();
    await page.waitForTimeout(700);
    reads.release();
    await expect(page.getByText('No transactions found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('is added once on a double click', { tag: '@all' }, async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Twice') });
    await page.goto(`${wallet.path}?dialog=add`);
    const adding = findDialog(page, 'Add Transaction');
    await fillTransaction(adding, { amount: '5', description: 'Once' });
    await adding.getByRole('button', { name: 'Add Transaction' }).dblclick();
    await expect(adding).toBeHidden();
    await expect(findRow(page, 'Once')).toHaveCount(1);
    expect(await countTransactions(page, wallet)).toBe(1);
    await page.getByRole('button', { name: 'Add Transaction' }).click();
    await expectTyped(adding, { type: 'credit', amount: '0' });
    await expect(adding.getByLabel('Description *')).toHaveValue('');
  });
});

test('a transaction is added, edited and deleted with the keyboard alone', { tag: '@all' }, async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Keys'), currencyCode: 'EUR' });
  await page.goto(`/wallets?search=${encodeURIComponent(wallet.name)}`);
  const menu = page.getByRole('button', { name: `Actions for ${wallet.name}` });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Add Transaction', 'Copy ID']);
  await page.keyboard.press('Enter');
  const adding = findDialog(page, 'Add Transaction');
  await expect(adding.getByLabel('User *')).toBeFocused();
  await page.keyboard.press('Tab');
  await typeWithoutPauses(page, 'Debit');
  await expectTyped(adding, { type: 'debit' });
  await page.keyboard.press('Tab');
  // The initial value is selected, so that typing replaces it.
  await page.keyboard.type('12.5');
  await expectTyped(adding, { amount: '12.5' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('Taxi');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction added successfully');
  await expect(adding).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(findRow(page, wallet.name)).toContainText('-€12.50');

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
  const editing = findDialog(page, 'Edit Transaction');
  await expect(editing.getByLabel('User *')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('13');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction updated successfully');
  await expect(editing).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(findRow(page, 'Taxi')).toContainText('-€13.00');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = findAlertDialog(page, 'Delete Transaction');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete Taxi' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Transaction deleted successfully');
  await expect(page.getByText('No transactions found')).toBeVisible();
});

test('a wallet is added with the keyboard alone and listed before older ones', {
  tag: '@all',
}, async ({ page }) => {
  const older = await makeWallet(page, { name: unique('Older') });
  await page.goto('/wallets?page=2');
  const add = page.getByRole('button', { name: 'Add Wallet' });
  await expect(add).toBeEnabled();
  await add.focus();
  await page.keyboard.press('Enter');
  const adding = findDialog(page, 'Add New Wallet');
  await expect(adding).toContainText('Create a new wallet for tracking finances');
  await expect(adding.getByLabel('Wallet Name *')).toBeFocused();
  const create = adding.getByRole('button', { name: 'Create Wallet' });
  await expect(create).toBeDisabled();
  const name = unique('Keyboard wallet');
  await page.keyboard.type(name);
  await expect(create).toBeDisabled();
  await page.keyboard.press('Tab');
  await typeWithoutPauses(page, 'Priya');
  await expect(create).toBeDisabled();
  await page.keyboard.press('Tab');
  await typeWithoutPauses(page, 'GBP');
  await expect(create).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Wallet created successfully');
  await expect(adding).toBeHidden();
  await expect(page).toHaveURL('/wallets');
  await expect(findRow(page, name)).toContainText('Priya Raman');
  // Concurrent journeys also add wallets, so only the order of these two is checked.
  const rows = page.getByRole('row').filter({ hasText: new RegExp(`${name}|${older.name}`) });
  await expect(rows).toContainText([name, older.name]);
});

test.describe('invalid input', () => {
  test('is reported beside the field in every dialog, which keeps the input', {
    tag: '@all',
  }, async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Refused') });
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(`${wallet.path}?dialog=add`);
    const adding = findDialog(page, 'Add Transaction');
    await adding.getByLabel('User *').selectOption('');
    await adding.getByRole('button', { name: 'Add Transaction' }).click();
    for (const text of [
      'User is required',
      'Amount must be greater than 0',
      'Description is required',
    ]) {
      await expect(adding.getByText(text)).toBeVisible();
    }
    await expect(adding.getByLabel('User *')).toBeFocused();
    await adding.getByLabel('Amount *').fill('1.005');
    await adding.getByLabel('Description *').fill('x'.repeat(256));
    await expect(
      adding.getByText('Enter an amount like 1,234.56, with at most two decimals'),
    ).toBeVisible();
    await expect(adding.getByText('Description must be less than 255 characters')).toBeVisible();
    await expect(adding).toContainText('256 / 255');
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await discard(page);
    await expect(adding).toBeHidden();

    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await editing.getByLabel('User *').selectOption('');
    await fillTransaction(editing, { amount: '-5' });
    await editing.getByLabel('Description *').fill(' ');
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    for (const text of [
      'User ID is required',
      'Amount must be positive',
      'Description is required',
    ]) {
      await expect(editing.getByText(text)).toBeVisible();
    }
    await expectTyped(editing, { amount: '-5', description: ' ' });
  });
});
