/** The life of an expense through every dialog: by mouse and by keyboard alone, of 3 and of 40. */
import type { Page } from '@playwright/test';
import { expectSound, listOf, menuOf, panelOf } from './expenses.ts';
import { type Hand, keyboardOf, mouseOf } from './hands.ts';
import { api, expect, signInQuickly, test } from './journey.ts';
import { dialogNamed, expectToast, questionNamed, rowOf, unique } from './wallets.ts';

test.setTimeout(360_000);
// Narrow enough for the filters to be a dialog, and the panel to be modal.
test.use({ viewport: { width: 1000, height: 900 } });
test.describe.configure({ mode: 'parallel' });

for (const [by, handOf] of [
  ['the mouse', mouseOf],
  ['the keyboard alone', keyboardOf],
] as const) {
  for (const count of [3, 40]) {
    test(`an expense of ${count}, through every dialog, by ${by}`, async ({ page }) => {
      await signInQuickly(page, 'member');
      const title = unique('Life');
      const hand = handOf(page);
      await page.goto(listOf(title));
      await test.step('is created', () => create(page, hand, title, count));
      const id = await idOf(page, title);
      await test.step('is edited', () => edit(page, hand, title));
      await test.step('gets overrides, changed and deleted', () => override(page, hand, title));
      expect((await expectSound(page, id)).overrides).toHaveLength(1);
      await test.step('tells its history', () => lookBack(page, hand, title));
      await test.step('is deleted, brought back, deleted again', () => remove(page, hand, title));
      await test.step('is found among the deleted, and restored', () => restore(page, hand, title));
      await expectSound(page, id);
      await test.step('is settled', () => settle(page, hand, title));
      await test.step('what is left is settled up', () => settleUp(page, hand));
    });
  }
}

async function create(page: Page, hand: Hand, title: string, count: number): Promise<void> {
  await expect(page.getByText('No expenses found')).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Add Expense' }));
  const dialog = dialogNamed(page, 'Create New Expense');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await hand.submit(dialog.getByRole('button', { name: 'Create Expense' }));
  await expect(dialog.getByRole('alert')).toContainText('Please fill in all required fields');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await hand.write(dialog.getByLabel('Title'), title);
  await hand.write(dialog.getByLabel('Amount *'), '1000.01');
  await hand.pick(dialog.getByLabel('Paid By *'), 'Diego Alvarez');
  await hand.choose(dialog.getByRole('radio', { name: /^Partial/ }));
  const back = dialog.getByLabel('Reimbursement Amount *');
  for (const [typed, words] of [
    ['0', 'Reimbursement amount is required and must be greater than zero'],
    ['1000.02', 'Reimbursement amount cannot exceed the expense amount'],
  ] as const) {
    await hand.write(back, typed);
    await hand.submit(dialog.getByRole('button', { name: 'Create Expense' }));
    await expect(dialog.getByText(words)).toBeVisible();
  }
  await hand.write(back, '1000.01');
  const boxes = dialog.getByRole('group', { name: /^Participants/ }).getByRole('checkbox');
  for (let place = 0; place < count; place += 1) {
    // Whoever logs it takes part already.
    if (!(await boxes.nth(place).isChecked())) await hand.check(boxes.nth(place));
  }
  await expect(dialog).toContainText(`${count} selected`);
  await expect(dialog).toContainText(/ each; .* (pays the|each pay an) extra cent/);
  await hand.submit(dialog.getByRole('button', { name: 'Create Expense' }));
  await expectToast(page, 'Expense created successfully!');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toContainText('Diego');
}

async function edit(page: Page, hand: Hand, title: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: title, exact: true }));
  const panel = panelOf(page, title);
  await expect(panel).toContainText('Partial, $1,000.01');
  const dialog = dialogNamed(page, 'Edit Expense');
  await hand.press(panel.getByRole('button', { name: 'Edit Expense' }));
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await hand.submit(dialog.getByRole('button', { name: 'Update Expense' }));
  await expectToast(page, 'No changes detected');
  await expect(dialog).toBeHidden();
  await hand.press(panel.getByRole('button', { name: 'Edit Expense' }));
  await hand.write(dialog.getByLabel('Category'), 'Travel');
  await hand.submit(dialog.getByRole('button', { name: 'Update Expense' }));
  await expectToast(page, 'Expense updated successfully');
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Travel');
}

/** In the open panel. */
async function override(page: Page, hand: Hand, title: string): Promise<void> {
  const panel = panelOf(page, title);
  const menu = panel.getByRole('button', { name: `Actions for ${title}` });
  await hand.pressIn(menu, 'Add Overrides');
  const adding = dialogNamed(page, 'Add Override');
  await hand.write(adding.getByLabel('Amount *'), '30');
  await hand.write(adding.getByLabel('Label / Reason *'), 'Guests');
  await hand.check(adding.getByRole('checkbox').nth(0));
  await hand.check(adding.getByRole('checkbox').nth(1));
  await hand.submit(adding.getByRole('button', { name: 'Add Override' }));
  await expectToast(page, 'Added $30.00 override for "Guests".');
  await expect(adding).toBeHidden();
  await expect(menu).toBeFocused();

  const ownMenu = panel.getByRole('button', { name: 'Actions for Guests' });
  await hand.pressIn(ownMenu, 'Update');
  const updating = dialogNamed(page, 'Update Override');
  await hand.write(updating.getByLabel('Amount *'), '45');
  await hand.submit(updating.getByRole('button', { name: 'Update Override' }));
  await expectToast(page, 'Override updated successfully');
  await expect(updating).toBeHidden();
  await expect(panel).toContainText('Guests $45.00');
  await expect(ownMenu).toBeFocused();

  await hand.press(panel.getByRole('button', { name: /^Owes/ }).last());
  const fixing = dialogNamed(page, 'Manual Override');
  await hand.write(fixing.getByLabel('New Amount *'), '7');
  await hand.submit(fixing.getByRole('button', { name: 'Create Manual Override' }));
  await expectToast(page, 'Override Added');
  await expect(fixing).toBeHidden();
  await expect(panel).toContainText(/Manual override for .* \$7\.00/);

  await hand.pressIn(ownMenu, 'Delete');
  const question = questionNamed(page, 'Delete Override');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await hand.press(question.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Override deleted successfully');
  await expect(question).toBeHidden();
}

/** In the open panel. */
async function lookBack(page: Page, hand: Hand, title: string): Promise<void> {
  const panel = panelOf(page, title);
  await hand.pressIn(panel.getByRole('button', { name: `Actions for ${title}` }), 'History');
  const history = dialogNamed(page, 'History');
  await expect(history.getByRole('list', { name: 'Changes, newest first' })).toContainText(
    'logged the expense',
  );
  await hand.press(history.getByRole('button', { name: 'Close' }).last());
  await expect(history).toBeHidden();
}

/** In the open panel, which closes with what it shows. */
async function remove(page: Page, hand: Hand, title: string): Promise<void> {
  const panel = panelOf(page, title);
  const question = questionNamed(page, 'Delete Expense');
  await hand.pressIn(panel.getByRole('button', { name: `Actions for ${title}` }), 'Delete');
  await expect(question).toContainText(
    'Are you sure you want to delete this expense? This action cannot be undone.',
  );
  await hand.press(question.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Expense deleted successfully');
  await expect(panel).toBeHidden();
  await hand.press(page.getByRole('button', { name: 'Undo' }));
  await expectToast(page, 'Expense restored');
  await expect(rowOf(page, title)).toContainText('open');

  await hand.pressIn(menuOf(page, title), 'Delete');
  await hand.press(question.getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('No expenses found')).toBeVisible();
}

async function restore(page: Page, hand: Hand, title: string): Promise<void> {
  const filters = dialogNamed(page, 'Filters');
  for (const [status, after] of [
    ['Deleted', async () => hand.pressIn(menuOf(page, title), 'Restore')],
    ['All', async () => expect(rowOf(page, title)).toContainText('open')],
  ] as const) {
    await hand.press(page.getByRole('button', { name: /^Filters/ }));
    await hand.pick(filters.getByLabel('Status'), status);
    await hand.press(filters.getByRole('button', { name: 'Show Expenses' }));
    await expect(filters).toBeHidden();
    await after();
  }
}

async function settle(page: Page, hand: Hand, title: string): Promise<void> {
  await hand.pressIn(menuOf(page, title), 'Settle Expense');
  const question = questionNamed(page, 'Settle Expense');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('$1,000.01');
  await hand.press(question.getByRole('button', { name: 'Settle Expense' }));
  await expectToast(page, 'Expense settled successfully');
  await expect(question).toBeHidden();
  await expect(rowOf(page, title)).toContainText('settled');
}

async function settleUp(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Settle Up' }));
  const payments = page.getByRole('list', { name: 'Payments' });
  await hand.press(payments.getByRole('button', { name: /^Why\?/ }).first());
  await expect(page.getByRole('list', { name: 'Open expenses' })).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Close panel' }));
  await expect(page).not.toHaveURL(/panel=/);
}

async function idOf(page: Page, title: string): Promise<string> {
  type List = { expenses: { items: { id: string }[] } };
  const path = `/expenses?searchTerm=${encodeURIComponent(title)}`;
  const [found] = (await api<List>(page, path)).expenses.items;
  return found?.id ?? '';
}
