/** An expense through every dialog, with 40 participants by mouse and with 3 by keyboard alone. */
import type { Page } from '@playwright/test';
import { expectSharesAddUp, findMenu, findPanel, listPath, listUsers } from './expenses.ts';
import { createKeyboard, createMouse, type UserInput } from './input.ts';
import { expect, findChip, readApi, signInQuickly, test } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, findRow, unique } from './wallets.ts';

test.setTimeout(360_000);
// Narrow enough for the filters to be a dialog, and the panel to be modal.
test.use({ viewport: { width: 1000, height: 900 } });
test.describe.configure({ mode: 'parallel' });

// Someone else pays each, or the form would ask whether the second is the same expense.
for (const { device, createInput, count, payer } of [
  { device: 'the mouse', createInput: createMouse, count: 40, payer: 'Diego Alvarez' },
  // Only three, because tabbing to each participant takes long and works the same for forty.
  { device: 'the keyboard alone', createInput: createKeyboard, count: 3, payer: 'Priya Raman' },
]) {
  test(`an expense of ${count} participants goes through every dialog by ${device}`, async ({
    page,
  }) => {
    await signInQuickly(page, 'member');
    const title = unique('Life');
    const input = createInput(page);
    await page.goto(listPath(title));
    await test.step('is created', () => create(page, input, { title, count, payer }));
    const id = await findExpenseId(page, title);
    await test.step('is edited', () => edit(page, input, title));
    await test.step('gets overrides, which are changed and deleted', () =>
      override(page, input, title));
    expect((await expectSharesAddUp(page, id)).overrides).toHaveLength(1);
    await test.step('shows its history', () => checkHistory(page, input, title));
    await test.step('is deleted, restored by Undo and deleted again', () =>
      remove(page, input, title));
    await test.step('is found among deleted expenses and restored', () =>
      restore(page, input, title));
    await expectSharesAddUp(page, id);
    await test.step('is settled', () => settle(page, input, title));
    await test.step('balances are settled up', () => settleUp(page, input));
  });
}

async function create(
  page: Page,
  input: UserInput,
  { title, count, payer }: { title: string; count: number; payer: string },
): Promise<void> {
  await expect(page.getByText('No expenses found')).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Add Expense' }));
  const dialog = findDialog(page, 'Create New Expense');
  await expect(dialog.getByLabel('Amount *', { exact: true })).toBeFocused();
  await input.submit(dialog.getByRole('button', { name: 'Create Expense' }));
  await expect(dialog.getByRole('alert')).toContainText('Please fill in all required fields');
  await expect(dialog.getByLabel('Amount *', { exact: true })).toBeFocused();
  await input.fill(dialog.getByLabel('Amount *', { exact: true }), '1000.01');
  await input.fill(dialog.getByLabel('Title'), title);
  await input.fill(dialog.getByLabel('Paid By *'), payer);
  await takeOption(page, payer);
  await expect(dialog.getByLabel('Paid By *')).toHaveValue(payer);
  const people = (await listUsers(page)).map(({ displayName }) => displayName);
  const others = people.filter((name) => name !== 'Maya Chen').slice(0, count - 1);
  for (const name of others) {
    await input.fill(dialog.getByLabel('Participants *'), name);
    await takeOption(page, name);
    await expect(findChip(dialog, name)).toBeVisible();
  }
  await expect(dialog).toContainText(`${count} selected`);
  await expect(dialog).toContainText(/ each; .* pays? 1¢ more/);
  await input.press(dialog.getByRole('button', { name: /^More/ }));
  await input.selectRadio(dialog.getByRole('radio', { name: /^Partial/ }));
  const reimbursement = dialog.getByLabel('Reimbursement Amount *');
  for (const [typed, message] of [
    ['0', 'Reimbursement amount is required and must be greater than zero'],
    ['1000.02', 'Reimbursement amount cannot exceed the expense amount'],
  ] as const) {
    await input.fill(reimbursement, typed);
    await input.submit(dialog.getByRole('button', { name: 'Create Expense' }));
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await input.fill(reimbursement, '1000.01');
  await input.submit(dialog.getByRole('button', { name: 'Create Expense' }));
  await expectToast(page, 'Expense created successfully!');
  await expect(dialog).toBeHidden();
  await expect(findRow(page, title)).toContainText(payer.replace(/ .*/, ''));
}

/** Takes the highlighted option, which is the one with this name. */
async function takeOption(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
}

async function edit(page: Page, input: UserInput, title: string): Promise<void> {
  await input.press(page.getByRole('button', { name: title, exact: true }));
  const panel = findPanel(page, title);
  await expect(panel).toContainText('Partial, $1,000.01');
  const dialog = findDialog(page, 'Edit Expense');
  await input.press(panel.getByRole('button', { name: 'Edit Expense' }));
  await expect(dialog.getByLabel('Amount *', { exact: true })).toBeFocused();
  await input.submit(dialog.getByRole('button', { name: 'Update Expense' }));
  await expectToast(page, 'No changes detected');
  await expect(dialog).toBeHidden();
  await input.press(panel.getByRole('button', { name: 'Edit Expense' }));
  await input.fill(dialog.getByLabel('Category'), 'Travel');
  // Enter in a field that looks things up does not submit.
  await input.press(dialog.getByRole('button', { name: 'Update Expense' }));
  await expectToast(page, 'Expense updated successfully');
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Travel');
}

async function override(page: Page, input: UserInput, title: string): Promise<void> {
  const panel = findPanel(page, title);
  const menu = panel.getByRole('button', { name: `Actions for ${title}` });
  await input.pressMenuItem(menu, 'Add Overrides');
  const adding = findDialog(page, 'Add Override');
  await input.fill(adding.getByLabel('Amount *'), '30');
  await input.fill(adding.getByLabel('Label / Reason *'), 'Guests');
  await input.check(adding.getByRole('checkbox').nth(0));
  await input.check(adding.getByRole('checkbox').nth(1));
  await input.submit(adding.getByRole('button', { name: 'Add Override' }));
  await expectToast(page, 'Added $30.00 override for "Guests".');
  await expect(adding).toBeHidden();
  await expect(menu).toBeFocused();

  const ownMenu = panel.getByRole('button', { name: 'Actions for Guests' });
  await input.pressMenuItem(ownMenu, 'Update');
  const updating = findDialog(page, 'Update Override');
  await input.fill(updating.getByLabel('Amount *'), '45');
  await input.submit(updating.getByRole('button', { name: 'Update Override' }));
  await expectToast(page, 'Override updated successfully');
  await expect(updating).toBeHidden();
  await expect(panel).toContainText('Guests $45.00');
  await expect(ownMenu).toBeFocused();

  await input.press(panel.getByRole('button', { name: /^Owes/ }).last());
  const fixing = findDialog(page, 'Manual Override');
  await input.fill(fixing.getByLabel('New Amount *'), '7');
  await input.submit(fixing.getByRole('button', { name: 'Create Manual Override' }));
  await expectToast(page, 'Override Added');
  await expect(fixing).toBeHidden();
  await expect(panel).toContainText(/Manual override for .* \$7\.00/);

  await input.pressMenuItem(ownMenu, 'Delete');
  const question = findAlertDialog(page, 'Delete Override');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await input.press(question.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Override deleted successfully');
  await expect(question).toBeHidden();
}

async function checkHistory(page: Page, input: UserInput, title: string): Promise<void> {
  const panel = findPanel(page, title);
  await input.pressMenuItem(panel.getByRole('button', { name: `Actions for ${title}` }), 'History');
  const history = findDialog(page, 'History');
  await expect(history.getByRole('list', { name: 'Changes, newest first' })).toContainText(
    'logged the expense',
  );
  await input.press(history.getByRole('button', { name: 'Close' }).last());
  await expect(history).toBeHidden();
}

/** Deleting closes the panel. */
async function remove(page: Page, input: UserInput, title: string): Promise<void> {
  const panel = findPanel(page, title);
  const question = findAlertDialog(page, 'Delete Expense');
  await input.pressMenuItem(panel.getByRole('button', { name: `Actions for ${title}` }), 'Delete');
  await expect(question).toContainText(
    'Are you sure you want to delete this expense? This action cannot be undone.',
  );
  await input.press(question.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Expense deleted successfully');
  // The question says that this cannot be undone, as specified; the truth is here.
  await expect(
    page.getByText(`To restore ${title} later, filter expenses by the status Deleted.`).first(),
  ).toBeVisible();
  await expect(panel).toBeHidden();
  await input.press(page.getByRole('button', { name: 'Undo' }));
  await expectToast(page, 'Expense restored');
  await expect(findRow(page, title)).toContainText('open');

  await input.pressMenuItem(findMenu(page, title), 'Delete');
  await input.press(question.getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('No expenses found')).toBeVisible();
}

async function restore(page: Page, input: UserInput, title: string): Promise<void> {
  const filters = findDialog(page, 'Filters');
  for (const [status, after] of [
    ['Deleted', async () => input.pressMenuItem(findMenu(page, title), 'Restore')],
    ['All', async () => expect(findRow(page, title)).toContainText('open')],
  ] as const) {
    await input.press(page.getByRole('button', { name: /^Filters/ }));
    await input.select(filters.getByLabel('Status'), status);
    await input.press(filters.getByRole('button', { name: 'Show Expenses' }));
    await expect(filters).toBeHidden();
    await after();
  }
}

async function settle(page: Page, input: UserInput, title: string): Promise<void> {
  await input.pressMenuItem(findMenu(page, title), 'Settle Expense');
  const question = findAlertDialog(page, 'Settle Expense');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('$1,000.01');
  await input.press(question.getByRole('button', { name: 'Settle Expense' }));
  await expectToast(page, 'Expense settled successfully');
  await expect(question).toBeHidden();
  await expect(findRow(page, title)).toContainText('settled');
}

async function settleUp(page: Page, input: UserInput): Promise<void> {
  await input.press(page.getByRole('button', { name: 'Settle Up' }));
  const payments = page.getByRole('list', { name: /payments$/ }).first();
  await input.press(payments.getByRole('button', { name: /^See Breakdown/ }).first());
  await expect(page.getByRole('heading', { name: 'Total', exact: true })).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Close panel' }));
  await expect(page).not.toHaveURL(/panel=/);
}

async function findExpenseId(page: Page, title: string): Promise<string> {
  type List = { expenses: { items: { id: string }[] } };
  const path = `/expenses?searchTerm=${encodeURIComponent(title)}`;
  const [found] = (await readApi<List>(page, path)).expenses.items;
  return found?.id ?? '';
}
