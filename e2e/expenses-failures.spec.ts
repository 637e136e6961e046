/**
 * Every error message of expenses while the database is stopped: no input is lost and nothing is done
 * twice.
 */
import {
  dialogPath,
  expectOverrideTyped,
  fillOverride,
  longTimeout,
  press,
  test,
  unavailable,
  unknownOutcome,
  withoutDatabase,
} from './expense-failures.ts';
import {
  chooseAction,
  expectSharesAddUp,
  findPanel,
  listPath,
  makeExpense,
  readExpense,
} from './expenses.ts';
import { expect } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, findRow, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

test.describe('the database is stopped', () => {
  test('expenses, balances, members and events fail to load and load with Retry', async ({
    page,
    hub,
    expense,
  }) => {
    await page.goto('/resources');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await withoutDatabase(hub, async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Expenses' }).first().click();
      const failed = page.getByRole('alert').filter({ hasText: 'Failed to load expenses' });
      await expect(failed).toContainText(unavailable, longTimeout);
      await expect(
        page.getByRole('alert').filter({ hasText: 'Failed to load member balances' }),
      ).toContainText(unavailable, longTimeout);
      await expectToast(page, 'Failed to load events');
      await page.getByRole('button', { name: 'Add Expense' }).click();
      await expectToast(page, 'Failed to load users');
      const creating = findDialog(page, 'Create New Expense');
      await expect(creating).toContainText("Couldn't load members.", longTimeout);
      await press(creating, 'Cancel');
      await expect(creating).toBeHidden();
    });
    for (const text of ['Failed to load member balances', 'Failed to load expenses']) {
      await press(page.getByRole('alert').filter({ hasText: text }), 'Retry');
    }
    await expect(findRow(page, expense.title)).toBeVisible(longTimeout);
    await expect(page.getByRole('region', { name: 'Member Balances' })).toContainText('Ada');
  });

  test('an expense is created exactly once after a failure', async ({ page, hub, expense }) => {
    await page.goto('/expenses?dialog=create');
    const creating = findDialog(page, 'Create New Expense');
    const title = unique(`After ${expense.title}`);
    await creating.getByLabel('Title').fill(title);
    await creating.getByLabel('Amount *').fill('12.34');
    await expect(creating.getByLabel('Participants *')).toBeVisible();
    // What may be the same is asked about before; the next press saves without reading anything.
    await makeExpense(page, { title: unique('Same'), amount: 12.34, people: ['Ada Lovelace'] });
    await press(creating, 'Create Expense');
    await expect(creating.getByRole('alert')).toContainText('Is this the same expense?');
    await withoutDatabase(hub, async () => {
      await press(creating, 'Create Expense');
      await expectToast(page, 'Failed to create expense');
      await expect(creating.getByRole('alert')).toContainText(unknownOutcome);
      await expect(creating.getByLabel('Title')).toHaveValue(title);
      await expect(creating.getByLabel('Amount *')).toHaveValue('12.34');
    });
    await press(creating, 'Create Expense');
    await expectToast(page, 'Expense created successfully!');
    await page.goto(listPath(title));
    await expect(page.getByRole('button', { name: title, exact: true })).toHaveCount(1);
  });

  test('overrides are added, updated, fixed and deleted exactly once after a failure', async ({
    page,
    hub,
    expense,
  }) => {
    const wine = expense.overrides[0]?.id ?? '';
    await page.goto(dialogPath('add-override', expense));
    const adding = findDialog(page, 'Add Override');
    await fillOverride(adding);
    await withoutDatabase(hub, async () => {
      await press(adding, 'Add Override');
      await expectToast(page, 'Failed to add override. Please try again.');
      await expect(adding.getByRole('alert')).toContainText(unknownOutcome);
      await expectOverrideTyped(adding);
    });
    await press(adding, 'Add Override');
    await expectToast(page, 'Added $20.00 override for "Typed with care".');
    expect((await expectSharesAddUp(page, expense.id)).overrides).toHaveLength(2);

    await page.goto(dialogPath('update-override', expense, wine));
    const updating = findDialog(page, 'Update Override');
    await updating.getByLabel('Amount *').fill('11');
    await withoutDatabase(hub, async () => {
      await press(updating, 'Update Override');
      await expectToast(page, 'Failed to update override. Please try again.');
      await expect(updating.getByRole('alert')).toContainText(unknownOutcome);
      await expect(updating.getByLabel('Amount *')).toHaveValue('11');
    });
    await press(updating, 'Update Override');
    await expectToast(page, 'Override updated successfully');

    // A participant without an override: anyone else's amount must not be less than theirs.
    const { paidBy } = await readExpense(page, expense.id);
    await page.goto(dialogPath('manual-override', expense, paidBy));
    const manual = findDialog(page, 'Manual Override');
    await manual.getByLabel('New Amount *').fill('7');
    await withoutDatabase(hub, async () => {
      await press(manual, 'Create Manual Override');
      await expectToast(page, 'Failed to add override. Please try again.');
      await expect(manual.getByRole('alert')).toContainText(unknownOutcome);
      await expect(manual.getByLabel('New Amount *')).toHaveValue('7');
    });
    await press(manual, 'Create Manual Override');
    await expect(manual).toBeHidden();
    expect((await expectSharesAddUp(page, expense.id)).overrides).toHaveLength(3);

    await page.goto(dialogPath('delete-override', expense, wine));
    const question = findAlertDialog(page, 'Delete Override');
    await expect(question).toBeVisible();
    await withoutDatabase(hub, async () => {
      await press(question, 'Delete');
      await expectToast(page, 'Failed to delete override');
      await expect(question.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(question, 'Delete');
    await expectToast(page, 'Override deleted successfully');
    expect((await expectSharesAddUp(page, expense.id)).overrides).toHaveLength(2);
  });

  test('an expense is edited, deleted and settled exactly once after a failure', async ({
    page,
    hub,
    expense,
  }) => {
    await page.goto(listPath(expense.title));
    await chooseAction(page, expense.title, 'Edit Expense');
    const editing = findDialog(page, 'Edit Expense');
    await editing.getByLabel('Category').fill('Kept');
    await withoutDatabase(hub, async () => {
      await press(editing, 'Update Expense');
      await expectToast(page, 'Failed to update expense');
      await expect(editing.getByRole('alert')).toContainText(unknownOutcome);
      await expect(editing.getByLabel('Category')).toHaveValue('Kept');
    });
    await press(editing, 'Update Expense');
    await expectToast(page, 'Expense updated successfully');

    await chooseAction(page, expense.title, 'Delete');
    const deleting = findAlertDialog(page, 'Delete Expense');
    await withoutDatabase(hub, async () => {
      await press(deleting, 'Delete');
      await expectToast(page, 'Failed to delete expense');
      await expect(deleting.getByRole('alert')).toContainText(unknownOutcome);
      // The panel behind the dialog could not be reloaded and keeps its content.
      await expect(page.getByText(/^Couldn't refresh\. Showing /)).toBeVisible(longTimeout);
    });
    await press(deleting, 'Cancel');

    await chooseAction(page, expense.title, 'Settle Expense');
    const settling = findAlertDialog(page, 'Mark as Paid Outside');
    await settling.getByLabel('Note').fill('Cash');
    await withoutDatabase(hub, async () => {
      await press(settling, 'Mark as Paid Outside');
      await expectToast(page, 'Failed to settle expense');
      await expect(settling.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(settling, 'Mark as Paid Outside');
    await expectToast(page, 'Expense settled successfully');
    await expect(findRow(page, expense.title)).toContainText('settled');
  });
});

test('copying the expense’s id reports success or failure', async ({ page, context, expense }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/expenses?expense=${expense.id}`);
  const panel = findPanel(page, expense.title);
  const copy = async () => {
    await panel.getByRole('button', { name: `Actions for ${expense.title}` }).click();
    await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  };
  await copy();
  await expectToast(page, 'Expense ID copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(expense.id);
  // Permissions that are not listed are denied from now on.
  await context.clearPermissions();
  await context.grantPermissions(['geolocation']);
  await copy();
  await expectToast(page, 'Failed to copy expense ID');
});
