/** An expense that repeats: set up, changed from the next one on, paused, resumed and stopped. */
import { findPanel, listPath } from './expenses.ts';
import { addParticipants, expect, openMore, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

const zone = 'America/Los_Angeles';

test('a monthly expense says when the next one is, and can be changed, paused and stopped', async ({
  page,
}) => {
  const next = Temporal.Now.plainDateISO(zone).add({ months: 1 });
  const day = next.toLocaleString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  await signInQuickly(page, 'member');
  const title = unique('Rent');
  await page.goto(listPath(title, '&dialog=create'));
  const form = findDialog(page, 'Create New Expense');
  await form.getByLabel('Amount *').fill('100');
  await form.getByLabel('Title').fill(title);
  await addParticipants(form, ['Diego Alvarez']);
  await expect(form.getByLabel('Repeat')).toBeHidden();
  await openMore(form);
  await form.getByLabel('Repeat').selectOption('Monthly');
  await expect(form.getByText(`Then ${day}`)).toBeVisible();
  // An end that is not entered yet keeps what was typed.
  await form.getByLabel('Ends').selectOption('After a number of occurrences');
  await form.getByRole('button', { name: 'Create Expense' }).click();
  await expect(form.getByText('Enter a number from 1 to 10,000').first()).toBeVisible();
  await form.getByLabel('Number of Times').fill('12');
  await form.getByRole('button', { name: 'Create Expense' }).click();
  await expectToast(page, 'Expense created successfully!');

  await page.getByRole('button', { name: title, exact: true }).first().click();
  const panel = findPanel(page, title);
  await expect(panel).toContainText('Monthly until');
  await expect(panel).toContainText(`next ${day}`);
  await panel.getByRole('button', { name: 'Edit All...' }).click();
  const all = findDialog(page, 'Edit Recurring Expense');
  await expect(all.getByLabel('Repeat')).toHaveValue('monthly/1');
  await all.getByLabel('Amount *').fill('120');
  await all.getByRole('button', { name: 'Update All' }).click();
  await expectToast(page, 'Recurring expense updated');
  await expect(panel).toContainText('$100.00');

  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel).toContainText('paused');
  await panel.getByRole('button', { name: 'Close panel' }).click();
  await page.getByRole('button', { name: 'Recurring expenses' }).click();
  const row = findPanel(page, 'Recurring Expenses')
    .getByRole('listitem')
    .filter({ hasText: title });
  await expect(row).toContainText('$120.00');
  await expect(row).toContainText('2 people');
  await expect(row.getByText('Paused', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText(`next ${day}`);
  await row.getByRole('button', { name: 'Stop...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await expectToast(page, 'Recurring expense stopped');
  await expect(row).toHaveCount(0);
});
