/** Two people change the same transaction: no one overwrites a change they have not seen. */
import { expectAccessible } from './axe.ts';
import { discard, expect, signInQuickly, test } from './journey.ts';
import {
  changeTransaction,
  expectToast,
  expectTyped,
  fillTransaction,
  findAlertDialog,
  findDialog,
  findRow,
  makeTransaction,
  makeWallet,
  send,
  unique,
} from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

test.describe('two people change the same transaction', () => {
  // The browser logs the refusal of the second one.
  test.use({ allowFailedRequests: true });

  const mine = { amount: '9', description: 'Mine' };

  test('a conflict shows both versions, and the own changes can be kept', async ({
    page,
    browser,
  }) => {
    const wallet = await makeWallet(page, { name: unique('Mine') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await fillTransaction(editing, mine);

    const other = await browser.newContext();
    const theirPage = await other.newPage();
    await signInQuickly(theirPage, 'admin');
    await changeTransaction(theirPage, wallet, id, { amount: 7, description: 'Coffee for two' });
    await other.close();

    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expectToast(page, 'Failed to update transaction. Please try again.', 'Error');
    await expect(
      editing.getByRole('region', {
        name: 'Someone else changed this transaction while you were editing',
      }),
    ).toBeFocused();
    await expect(editing).toContainText(/Edited by Priya Raman, .*\d:\d\d [AP]M/);
    const amount = editing.getByRole('row').filter({ hasText: 'Amount' });
    for (const text of ['differs', '+$9.00', '+$7.00']) await expect(amount).toContainText(text);
    await expect(editing.getByRole('row', { name: /^Type/ })).not.toContainText('differs');
    await expectAccessible(page, 'two versions', '[role=dialog]');

    await editing.getByRole('button', { name: 'Back to Editing' }).click();
    await expectTyped(editing, mine);
    await expect(editing.getByLabel('Amount *')).toBeFocused();
    await fillTransaction(editing, { description: 'Mine again' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expectToast(page, 'Transaction updated successfully');
    await expect(findRow(page, 'Mine again')).toContainText('+$9.00');

    await page.getByRole('button', { name: 'Edit Mine again' }).click();
    await fillTransaction(editing, mine);
    await changeTransaction(page, wallet, id, { amount: 8, description: 'Theirs' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing).toContainText('Edited by you');
    await editing.getByRole('button', { name: 'Keep My Changes' }).click();
    await expect(editing).toBeHidden();
    await expect(findRow(page, 'Mine')).toContainText('+$9.00');
  });

  test('the other version can be used', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Theirs') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await fillTransaction(editing, mine);
    await changeTransaction(page, wallet, id, { amount: 7, description: 'Theirs' });
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await editing.getByRole('button', { name: 'Use Their Version' }).click();
    await expect(editing).toBeHidden();
    await expect(findRow(page, 'Theirs')).toContainText('+$7.00');
    const { version } = await send<{ version: number }>(
      page,
      'GET',
      `/wallets/${wallet.id}/transactions/${id}`,
    );
    expect(version).toBe(2);
  });

  test('deleting reports the change and asks again', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Delete') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Delete Coffee' }).click();
    const question = findAlertDialog(page, 'Delete Transaction');
    await expect(question).toBeVisible();
    await changeTransaction(page, wallet, id, { amount: 7, description: 'Dinner' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Failed to delete transaction. Please try again.', 'Error');
    await expect(question).toContainText('Someone else changed this transaction.');
    await expect(question).toContainText('Edited by you');
    await expect(question).toContainText(/\+\$5\.00.*\+\$7\.00/);
    await expectAccessible(page, 'delete, changed by someone else', '[role=alertdialog]');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Transaction deleted successfully');
    await expect(page.getByText('No transactions found')).toBeVisible();
  });

  test('a deletion by someone else is reported and the input is kept', async ({ page }) => {
    const wallet = await makeWallet(page, { name: unique('Gone') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await makeTransaction(page, wallet, { amount: 5, description: 'Stays' });
    await page.goto(wallet.path);
    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await fillTransaction(editing, mine);
    await send(page, 'DELETE', `/wallets/${wallet.id}/transactions/${id}`);
    await editing.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(editing.getByRole('alert')).toContainText(
      'Someone else deleted this transaction. Your changes are still here.',
    );
    await expectTyped(editing, mine);
    await editing.getByRole('button', { name: 'Cancel' }).click();
    await discard(page);
    await expect(findRow(page, 'Coffee')).toHaveCount(0);
    await expect(findRow(page, 'Stays')).toBeVisible();
  });
});
