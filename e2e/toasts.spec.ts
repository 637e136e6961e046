/**
 * Toasts cover nothing that is pressed next: the head of a panel, the buttons of a dialog and of a phone's
 * list. (categories.spec.ts: nor the button that was just pressed.)
 */
import { findPanel, listPath, makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectUncovered } from './uncovered.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });

test('what is pressed next is never under a toast', async ({ page }) => {
  await signInQuickly(page, 'member');
  const title = unique('Toasted');
  const expense = await makeExpense(page, { title, amount: 90, people: ['Maya Chen'] });
  await page.goto(listPath(title, `&expense=${expense.id}&dialog=edit&subject=${expense.id}`));
  const editing = findDialog(page, 'Edit Expense');
  await editing.getByLabel('Amount *').fill('60');
  await editing.getByRole('button', { name: 'Update Expense' }).click();
  await expectToast(page, 'Expense updated successfully');
  await expect(editing).toBeHidden();
  const panel = findPanel(page, title);
  // A click fails if something else is on top.
  await panel.getByRole('heading', { name: title }).click();
  await panel.getByRole('button', { name: 'Close panel' }).click();
  await expect(panel).toBeHidden();
  await expect(page.locator('.toast')).toBeVisible();

  // On a phone, the dialog is at the bottom as well.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(listPath(title, `&dialog=edit&subject=${expense.id}`));
  await page.route(`**/api/expenses/${expense.id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await editing.getByLabel('Amount *').fill('30');
  await editing.getByRole('button', { name: 'Update Expense' }).click();
  await expectToast(page, 'Failed to update expense');
  for (const name of ['Update Expense', 'Cancel', 'Close'])
    await editing.getByRole('button', { name, exact: true }).click({ trial: true });
  await page.unroute(`**/api/expenses/${expense.id}`);
  await editing.getByRole('button', { name: 'Update Expense' }).click();
  await expectToast(page, 'Expense updated successfully');
  await expect(editing).toBeHidden();
  await expectUncovered(page.getByRole('button', { name: 'Add Expense' }));
  await expect(page.locator('.toast').last()).toBeVisible();
});
