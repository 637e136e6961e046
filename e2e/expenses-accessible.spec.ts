/** Runs axe on the dialogs and panels of expenses. */
import { expectAccessibleEverywhere, expectAccessibleInBothThemes, onPhone } from './axe.ts';
import { addOverride, listPath, listUsers, makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { findAlertDialog, findDialog, unique } from './wallets.ts';

const three = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];

test.describe.configure({ mode: 'parallel' });
test.use(onPhone);
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

test('the dialogs of overrides are accessible at every width, in both themes', async ({ page }) => {
  test.setTimeout(360_000);
  const title = unique('Dinner');
  const made = await makeExpense(page, { title, amount: 100, people: three });
  const expense = await addOverride(page, made, {
    amount: 20,
    label: 'Wine',
    names: ['Diego Alvarez'],
  });
  const part = expense.overrides[0]?.id ?? '';
  const diego = (await listUsers(page)).find((user) => user.displayName === 'Diego Alvarez');
  const dialogPath = `&subject=${expense.id}`;
  await page.goto(listPath(title, `&dialog=add-override${dialogPath}`));
  const adding = findDialog(page, 'Add Override');
  await adding.getByRole('button', { name: 'Add Override' }).click();
  await expect(adding.getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'add override, refused', '[role=dialog]');
  await adding.getByLabel('Amount *').fill('95');
  await adding.getByRole('checkbox', { name: /Priya/ }).check();
  await expect(adding.getByRole('button', { name: /instead/ })).toBeVisible();
  await expectAccessibleEverywhere(page, 'add override, exceeding', '[role=dialog]');
  await page.goto(listPath(title, `&dialog=update-override${dialogPath}&part=${part}`));
  await expect(findDialog(page, 'Update Override')).toBeVisible();
  await expectAccessibleEverywhere(page, 'update override', '[role=dialog]');
  await page.goto(listPath(title, `&dialog=manual-override${dialogPath}&part=${diego?.id}`));
  await findDialog(page, 'Manual Override').getByLabel('New Amount *').fill('1');
  await expectAccessibleEverywhere(page, 'manual override', '[role=dialog]');
  await page.goto(listPath(title, `&dialog=delete-override${dialogPath}&part=${part}`));
  await expect(findAlertDialog(page, 'Delete Override')).toBeVisible();
  await expectAccessibleEverywhere(page, 'delete override', '[role=alertdialog]');
});

test('filters, history and panels are accessible at every width, in both themes', async ({
  page,
}) => {
  test.setTimeout(360_000);
  const title = unique('Seen');
  const expense = await makeExpense(page, { title, amount: 12.5, people: three.slice(0, 2) });
  await page.goto(listPath(title));
  await expect(page.getByText(title).first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'list of expenses', 'main');
  await page.goto(listPath(title, '&view=members'));
  await expect(page.getByRole('columnheader', { name: 'Expense Details' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'expenses by member', 'main');
  await page.goto(listPath(title, '&dialog=filters'));
  await expect(findDialog(page, 'Filters')).toBeVisible();
  await expectAccessibleEverywhere(page, 'filters', '[role=dialog]');
  await page.goto(listPath(title, `&dialog=history&subject=${expense.id}`));
  await expect(page.getByText('logged the expense')).toBeVisible();
  await expectAccessibleEverywhere(page, 'history', '[role=dialog]');
  await page.goto(listPath(title, '&panel=settle-up'));
  await expect(page.getByRole('list', { name: /payments$/ }).first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'settle up', '[data-sheet]');
  await page
    .getByRole('button', { name: /^See Breakdown/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Total', exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, 'why', '[data-sheet]');
  await page.goto(listPath(title, `&dialog=delete&subject=${expense.id}`));
  await findAlertDialog(page, 'Delete Expense').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'undo', '.toast');
});
