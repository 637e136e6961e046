/** The expense form: its defaults, its texts and the requests it sends. */
import { makeEvent } from './calendar.ts';
import { findPanel, listPath, makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, interceptRequests, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const today = () => Temporal.Now.plainDateISO('America/Los_Angeles').toString();

test('a new expense starts with today and the member, and the form is empty after saving', async ({
  page,
}) => {
  const { title: evening } = await makeEvent(page, { title: unique('Evening'), day: today() });
  const calls = await interceptRequests(page);
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  await expect(dialog).toContainText('Add a new expense and assign it to participants');
  await expect(dialog.getByLabel('Category')).toHaveAttribute(
    'placeholder',
    'Food, Travel, Entertainment',
  );
  await expect(dialog.getByLabel('Amount *')).toHaveAttribute('inputmode', 'decimal');
  await expect(dialog.getByLabel('Paid By *').locator('option:checked')).toHaveText(
    'Maya Chen (you)',
  );
  await expect(dialog.getByRole('radio', { name: /^Full/ })).toBeChecked();
  await expect(dialog.getByLabel('Associated Event').locator('option:checked')).toHaveText(
    'No event',
  );
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(dialog).toContainText('1 selected');

  const title = unique('Picnic');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Amount *').fill('30');
  await dialog.getByLabel('Description').fill('By the sea');
  await dialog.getByRole('checkbox', { name: /Diego Alvarez/ }).check();
  const event = dialog.getByLabel('Associated Event');
  const eventWords = await event.getByRole('option', { name: evening }).textContent();
  await event.selectOption({ label: eventWords ?? '' });
  await dialog.getByRole('switch', { name: /Exclude from group total/ }).check();
  await dialog.getByRole('checkbox', { name: /Use Wallet Transactions/ }).check();
  // An even split has no payer and no reimbursement.
  await dialog.getByRole('checkbox', { name: /Even split/ }).check();
  await expect(dialog.getByLabel('Paid By *')).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: /^Partial/ })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Even split/ }).uncheck();
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(dialog.getByText('Choose who paid')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: /Even split/ }).check();

  calls.hold();
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  calls.release();
  await expectToast(page, 'Expense created successfully!');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Add Expense' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await expect(dialog.getByLabel('Amount *')).toHaveValue('');
  await expect(dialog.getByRole('checkbox', { name: /Even split/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const byEvent = page.getByLabel('Filter by Event');
  await expect(byEvent.locator('option').first()).toHaveText('All expenses');
  await byEvent.selectOption({ label: eventWords ?? '' });
  await expect(page).toHaveURL(/eventId=/);
  await page.getByRole('button', { name: title, exact: true }).click();
  const panel = findPanel(page, title);
  await expect(panel).toContainText('No one (split evenly)');
  await expect(panel).toContainText('Wallet transactions');
  await expect(panel).toContainText('Group TotalExcluded');
  await expect(panel.getByText(/^Owes \$15\.00/)).toHaveCount(2);
});

test('an edit sends only the changed fields', async ({ page }) => {
  const title = unique('Patched');
  const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];
  const expense = await makeExpense(page, { title, amount: 90, people, category: 'Food' });
  const calls = await interceptRequests(page);
  await page.goto(listPath(title, `&expense=${expense.id}&dialog=edit&subject=${expense.id}`));
  const dialog = findDialog(page, 'Edit Expense');
  await expect(dialog).toContainText('Update the expense details');
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(dialog.getByLabel('Amount *')).toHaveValue('90.00');
  await expect(dialog).toContainText('3 selected');
  await dialog.getByLabel('Category').fill('Travel');
  await dialog.getByLabel('Amount *').fill('60');
  await dialog.getByRole('checkbox', { name: /Priya Raman/ }).uncheck();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  calls.hold();
  await dialog.getByRole('button', { name: 'Update Expense' }).click();
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeVisible();
  calls.release();
  const request = await sent;
  expect(request.headers()['content-type']).toBe('application/json-patch+json');
  const operations = request.postDataJSON() as { op: string; path: string; value: unknown }[];
  expect(operations.map(({ op, path }) => `${op} ${path}`).toSorted()).toEqual([
    'replace /amount',
    'replace /category',
    'replace /participants',
  ]);
  expect(operations.find(({ path }) => path === '/amount')?.value).toBe(60);
  await expectToast(page, 'Expense updated successfully');
  await expect(findPanel(page, title)).toContainText('Owes $30.00');
});

test('the bank balance is edited in place and kept only in this browser', async ({ page }) => {
  await page.goto('/expenses');
  const card = page.getByRole('region', { name: 'Bank Balance' });
  await expect(card).toContainText('$5,000.00');
  const pencil = card.getByRole('button', { name: 'Edit bank balance' });
  const field = card.getByLabel('New Balance');
  for (const [typed, shown] of [
    ['-1234.5', '-$1,234.50'],
    ['nothing', '$0.00'],
  ] as const) {
    await pencil.click();
    await expect(field).toBeFocused();
    await field.fill(typed);
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText(shown);
    await expect(pencil).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('$77.00');
  await expect(pencil).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Escape');
  await expect(pencil).toBeFocused();
  await expect(card).toContainText('$77.00');
  await pencil.click();
  await field.fill('2');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(card).toContainText('$77.00');
});

test('three of sixty members are found by typing their names and are listed first the next time', async ({
  page,
}) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  const group = dialog.getByRole('group', { name: /^Participants/ });
  const filter = group.getByRole('searchbox', { name: 'Filter by name' });
  await filter.click();
  await page.keyboard.type('priya');
  const found = group.getByRole('checkbox').first();
  await expect(found).toHaveAccessibleName(/^Priya Raman/);
  await found.check();
  await filter.click();
  await page.keyboard.type('tom b');
  await expect(group.getByRole('checkbox')).toHaveCount(1);
  await group.getByRole('checkbox', { name: /^Tom Becker/ }).check();
  await filter.click();
  await page.keyboard.press('Delete');
  const first = group.getByRole('listitem').first();
  await expect(first).toContainText('Maya Chen (you)');
  const places = group.getByRole('checkbox');
  for (const place of [0, 1, 2]) await expect(places.nth(place)).toBeChecked();
  // Checking or unchecking a member does not move them while the list is open.
  await places.nth(5).check();
  await expect(places.nth(5)).toBeChecked();
  await expect(places.nth(3)).not.toBeChecked();
});
