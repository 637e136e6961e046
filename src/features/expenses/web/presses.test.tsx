/** Presses in quick succession all count, and what is pressed next is not under a toast. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectToast, findDialog, findPanel, listToasts, press } from '#web/testing/controls.ts';
import { getAddress, open } from '#web/testing/open.tsx';
import { makeExpense, serveExpenses } from './testing/expense-samples.ts';

/** Both in one task, so that nothing is rendered in between. */
async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
}

test('a double click opens one dialog, and Escape closes it', async () => {
  serveExpenses();
  await open('/expenses');
  await page.getByRole('button', { name: 'Add Expense', exact: true }).dblClick();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(getAddress()).toBe('/expenses');
});

test('two presses move by two pages, and sort a column twice', async () => {
  serveExpenses(
    ...Array.from({ length: 121 }, (_, index) => makeExpense({ title: `No. ${index}` })),
  );
  await open('/expenses');
  await pressTwice(page.getByRole('button', { name: 'Next', exact: true }));
  await expect.poll(getAddress).toBe('/expenses?page=3');
  await pressTwice(page.getByRole('button', { name: 'Previous', exact: true }));
  await expect.poll(getAddress).toBe('/expenses');
  const total = page.getByRole('columnheader', { name: 'Total' }).getByRole('button');
  await pressTwice(total);
  await expect.poll(getAddress).toBe('/expenses?sort=total&direction=asc');
});

test('what is pressed next is never under a toast', async () => {
  const expense = makeExpense();
  serveExpenses(expense);
  await open(`/expenses?expense=${expense.id}&dialog=edit&subject=${expense.id}`);
  const editing = findDialog('Edit Expense');
  await editing.getByLabelText('Amount *').fill('60');
  await press(editing, 'Update Expense');
  await expectToast('Expense updated successfully');
  await expect.element(editing).not.toBeInTheDocument();
  const panel = findPanel('Dinner');
  // A click fails if something else is on top.
  await panel.getByRole('heading', { name: 'Dinner' }).click();
  await press(panel, 'Close panel');
  await expect.element(panel).not.toBeInTheDocument();
  expect(listToasts()).toHaveLength(1);
});
