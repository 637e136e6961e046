/** The expense form: its defaults, its texts and the requests it sends. */
import { expectAccessible } from './axe.ts';
import { makeEvent } from './calendar.ts';
import { findPanel, listPath, makeExpense } from './expenses.ts';
import {
  addParticipants,
  chooseOption,
  expect,
  findChip,
  openMore,
  signInQuickly,
  test,
} from './journey.ts';
import { expectToast, findDialog, interceptRequests, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const pair = ['Maya Chen', 'Diego Alvarez'];

/** Tomorrow, or yesterday at the end of the year, whose events alone are offered. */
const anotherDay = () => {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const tomorrow = today.add({ days: 1 });
  return (tomorrow.year === today.year ? tomorrow : today.subtract({ days: 1 })).toString();
};

test('a new expense starts with today and the member, and the form is empty after saving', async ({
  page,
}) => {
  const { title: evening } = await makeEvent(page, { title: unique('Evening'), day: anotherDay() });
  const calls = await interceptRequests(page);
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  await expect(dialog).toContainText('Add a new expense and assign it to participants');
  await expect(dialog.getByLabel('Amount *')).toBeFocused();
  await expect(dialog.getByLabel('Category')).toBeHidden();
  await openMore(dialog);
  await expect(dialog.getByLabel('Category')).toHaveAttribute(
    'placeholder',
    'Food, Travel, Entertainment',
  );
  await expect(dialog.getByLabel('Amount *')).toHaveAttribute('inputmode', 'decimal');
  await expect(dialog.getByLabel('Paid By *')).toHaveValue('Maya Chen (you)');
  await expect(dialog.getByRole('radio', { name: /^Full/ })).toBeChecked();
  await expect(dialog.getByLabel('Associated Event')).toHaveValue('No event');
  await expect(findChip(dialog, 'Maya Chen (you)')).toBeVisible();
  await expect(dialog).toContainText('1 selected');

  const title = unique('Picnic');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Amount *').fill('30');
  await dialog.getByLabel('Description').fill('By the sea');
  await addParticipants(dialog, ['Diego Alvarez']);
  await expect(dialog).toContainText('2 selected');
  const event = dialog.getByLabel('Associated Event');
  await chooseOption(event, evening);
  const eventWords = await event.inputValue();
  await expect(dialog.getByLabel('Expense Date *')).toHaveValue(anotherDay());
  await chooseOption(dialog.getByLabel('Category'), 'Entertain');
  await expect(dialog.getByLabel('Category')).toHaveValue('Entertainment');
  await dialog.getByRole('switch', { name: /Exclude from group total/ }).check();
  await dialog.getByRole('checkbox', { name: /Use Wallet Transactions/ }).check();
  // An even split has no payer and no reimbursement; without it both are as before.
  await dialog.getByRole('radio', { name: /^Paid by the chapter/ }).check();
  await dialog.getByRole('checkbox', { name: /Even split/ }).check();
  await expect(dialog.getByLabel('Paid By *')).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: /^Partial/ })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Even split/ }).uncheck();
  await expect(dialog.getByLabel('Paid By *')).toHaveValue('Maya Chen (you)');
  await expect(dialog.getByRole('radio', { name: /^Paid by the chapter/ })).toBeChecked();
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
  await openMore(dialog);
  await expect(dialog.getByRole('checkbox', { name: /Even split/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const byEvent = page.getByLabel('Filter by Event');
  await expect(byEvent.locator('option').first()).toHaveText('All expenses');
  await byEvent.selectOption({ label: eventWords });
  await expect(page).toHaveURL(/eventId=/);
  await page.getByRole('button', { name: title, exact: true }).click();
  const panel = findPanel(page, title);
  await expect(panel).toContainText('No one (split evenly)');
  await expect(panel).toContainText('Already shared equally');
  await expect(panel).toContainText('Group TotalExcluded');
  await expect(panel.getByText(/^Owes \$15\.00/)).toHaveCount(2);
  const [eventTitle = ''] = eventWords.split(' - ');
  await panel.getByRole('link', { name: eventTitle, exact: true }).click();
  await expect(page).toHaveURL(/\/calendar\?.*event=/);
  await expect(findPanel(page, eventTitle)).toBeVisible();
});

test('the panel keeps a line for the event, and says if it is not in the expense’s year', async ({
  page,
}) => {
  await page.goto('/resources');
  const { id: eventId } = await makeEvent(page, { title: unique('Regatta'), day: anotherDay() });
  const year = Temporal.Now.plainDateISO('America/Los_Angeles').year - 1;
  const title = unique('Old rope');
  const expense = await makeExpense(page, {
    title,
    amount: 20,
    people: ['Maya Chen'],
    eventId,
    expenseDate: `${year}-07-01T12:00:00.000Z`,
  });
  const held = Promise.withResolvers<void>();
  await page.route(/\/events\?/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(`/expenses?expense=${expense.id}`);
  await expect(findPanel(page, title)).toContainText('EventLoading event...');
  held.resolve();
  await expect(findPanel(page, title)).toContainText(
    `EventDeleted, or not in the calendar of ${year}`,
  );
});

test('an event leaves the date of a correction and of a recurring expense as it is', async ({
  page,
}) => {
  await page.goto('/resources');
  const event = await makeEvent(page, { title: unique('Gala'), day: anotherDay() });
  const settled = await makeExpense(page, { title: unique('Hall'), amount: 9, people: pair });
  await send(page, 'POST', `/expenses/${settled.id}/settle`, { note: 'In cash' });
  const { recurring } = await send<{ recurring: { id: string } }>(
    page,
    'POST',
    '/recurring-expenses',
    {
      rule: { frequency: 'monthly' },
      expense: {
        title: unique('Flowers'),
        amount: 9,
        expenseDate: Temporal.Now.instant().toString(),
        participants: [settled.paidBy],
        paidBy: settled.paidBy,
      },
    },
  );
  for (const [name, dialog] of [
    ['Correct Expense', `correct&subject=${settled.id}`],
    ['Edit Recurring Expense', `edit-recurring&part=${recurring.id}`],
  ] as const) {
    await page.goto(`/expenses?dialog=${dialog}`);
    const form = findDialog(page, name);
    if (name === 'Correct Expense') await openMore(form);
    const day = form.getByLabel('Expense Date *');
    const before = await day.inputValue();
    await chooseOption(form.getByLabel('Associated Event'), event.title);
    await expect(form.getByLabel('Associated Event')).toHaveValue(new RegExp(event.title));
    await expect(day).toHaveValue(before);
  }
  await send(page, 'DELETE', `/recurring-expenses/${recurring.id}`);
});

test('several people pay one expense, and amounts follow a new total when asked', async ({
  page,
}) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  const title = unique('Cabin');
  await dialog.getByLabel('Amount *').fill('100');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Several People Paid' }).press('Enter');
  const first = dialog.getByLabel('Paid by Maya Chen');
  await expect(first).toBeFocused();
  await page.keyboard.type('60');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(dialog.getByText('Choose who paid')).toBeVisible();
  await expect(dialog.getByLabel('Payer 2 *')).toBeFocused();
  await chooseOption(dialog.getByLabel('Payer 2 *'), 'Diego Alvarez');
  await expect(dialog.getByLabel('Paid by Diego Alvarez')).toHaveAttribute('placeholder', '40.00');
  // What was entered is kept while one person paid.
  await dialog.getByRole('button', { name: 'One Person Paid' }).click();
  await expect(dialog.getByLabel('Paid By *')).toHaveValue('Maya Chen (you)');
  await dialog.getByRole('button', { name: 'Several People Paid' }).click();
  await expect(first).toHaveValue('60');
  await dialog.getByRole('button', { name: 'Add a Payer' }).click();
  await chooseOption(dialog.getByLabel('Payer 3 *'), 'Priya Raman');
  await dialog.getByLabel('Paid by Diego Alvarez').fill('50');
  await expect(dialog).toContainText('$10.00 more than $100.00.');
  await dialog.getByLabel('Paid by Diego Alvarez').fill('30');
  await expect(dialog).toContainText('$10.00 of $100.00 left; it goes to the last empty amount.');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expectToast(page, 'Expense created successfully!');
  await page.goto(listPath(title));
  await expect(page.getByRole('row', { name: title })).toContainText('You +2');
  await page.getByRole('button', { name: title, exact: true }).click();
  const panel = findPanel(page, title);
  for (const paid of ['Paid $60.00', 'Paid $30.00', 'Paid $10.00'])
    await expect(panel.getByText(paid)).toBeVisible();

  await page.goto(
    `${page.url()}&dialog=edit&subject=${new URL(page.url()).searchParams.get('expense')}`,
  );
  const edit = findDialog(page, 'Edit Expense');
  await edit.getByLabel('Amount *').fill('50');
  await edit.getByRole('button', { name: 'Update Expense' }).click();
  await expect(
    edit.getByText('What each person paid adds up to $100.00, not $50.00'),
  ).toBeVisible();
  await edit.getByRole('button', { name: 'Adjust to $50.00' }).click();
  await expect(edit.getByLabel('Paid by Maya Chen')).toHaveValue('30.00');
  await edit.getByRole('button', { name: 'Update Expense' }).click();
  await expectToast(page, 'Expense updated successfully');
  for (const paid of ['Paid $30.00', 'Paid $15.00', 'Paid $5.00'])
    await expect(panel.getByText(paid)).toBeVisible();
});

test('an expense in euros is kept with its rate, which is proposed for the next one', async ({
  page,
}) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  const title = unique('Lisbon');
  await dialog.getByLabel('Amount *').fill('200');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Other Currency' }).press('Enter');
  await dialog.getByLabel('US Dollars for 1 EUR *').fill('0');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(dialog.getByText('Enter a rate like 1.0834, with at most')).toBeVisible();
  await dialog.getByLabel('US Dollars for 1 EUR *').fill('1.0834');
  await expect(dialog.getByText('Comes to $216.68')).toBeVisible();
  await expect(dialog).toContainText('$216.68 (the full amount)');
  await expectAccessible(page, 'an amount in euros', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expectToast(page, 'Expense created successfully!');
  await page.goto(listPath(title));
  const row = page.getByRole('row', { name: title });
  await expect(row).toContainText('€200.00');
  await expect(row).toContainText('$216.68');
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect(findPanel(page, title)).toContainText('€200.00 at 1.0834');

  await page.goto('/expenses?dialog=create');
  await dialog.getByRole('button', { name: 'Other Currency' }).click();
  await expect(dialog.getByLabel('US Dollars for 1 EUR *')).toHaveValue('1.0834');
  await dialog.getByRole('button', { name: 'US Dollars', exact: true }).click();
  await expect(dialog.getByLabel('Currency')).toBeHidden();
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
  await findChip(dialog, 'Priya Raman').click();
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

test('a treasurer edits the bank balance in place, and every member sees it', async ({ page }) => {
  await page.goto('/expenses');
  const card = page.getByRole('region', { name: 'Bank Balance' });
  const pencil = card.getByRole('button', { name: 'Edit bank balance' });
  await expect(card).toContainText('$5,000.00');
  await expect(pencil).toBeHidden();
  await signInQuickly(page, 'treasurer');
  await page.goto('/expenses');
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
  await signInQuickly(page, 'member');
  await page.goto('/expenses');
  await expect(card).toContainText('$77.00');
});

test('participants are found by typing, stay visible as chips and are removed by Backspace', async ({
  page,
}) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  const field = dialog.getByLabel('Participants *');
  await field.click();
  await page.keyboard.type('pri');
  await expect(page.getByRole('option', { name: 'Priya Raman' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(findChip(dialog, 'Priya Raman')).toBeVisible();
  await page.keyboard.type('beck t');
  await page.keyboard.press('Enter');
  await expect(findChip(dialog, 'Tom Becker')).toBeVisible();
  await expect(dialog).toContainText('3 selected');
  await page.keyboard.press('Backspace');
  await expect(findChip(dialog, 'Tom Becker')).toHaveCount(0);
  await expect(dialog).toContainText('2 selected');
  await dialog.getByRole('button', { name: 'Everyone', exact: true }).click();
  await expect(findChip(dialog, 'Tom Becker')).toBeVisible();
  await dialog.getByRole('button', { name: 'As Last Time' }).click();
  await expect(findChip(dialog, 'Maya Chen (you)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog).toContainText('0 selected');

  // An answer that comes after a later press changes nothing.
  const cleared = Promise.withResolvers<void>();
  await page.route(/expenses\?.*take=1(&|$)/, (route) =>
    cleared.promise.then(() => route.continue()),
  );
  const lastTime = dialog.getByRole('button', { name: 'As Last Time' });
  await dialog.getByRole('button', { name: 'Everyone', exact: true }).click();
  await lastTime.click();
  await expect(lastTime).toBeDisabled();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  cleared.resolve();
  await expect(lastTime).toBeEnabled();
  await expect(dialog).toContainText('0 selected');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('shares that exceed the total are marked, and the message is in view with the focus', async ({
    page,
  }) => {
    await page.goto('/expenses?dialog=create');
    const dialog = findDialog(page, 'Create New Expense');
    await dialog.getByLabel('Title').fill(unique('Picnic'));
    await dialog.getByLabel('Amount *').fill('61.37');
    await addParticipants(dialog, ['Diego Alvarez', 'Priya Raman', 'Kenji Watanabe']);
    const shares = dialog.getByRole('group', { name: 'Shares' });
    await shares.getByLabel('Amount for Diego Alvarez').fill('40');
    await shares.getByLabel('Amount for Priya Raman').fill('30');
    await dialog.getByLabel('Amount *').scrollIntoViewIfNeeded();
    await dialog.getByRole('button', { name: 'Create Expense' }).tap();
    const message = dialog.getByText('Shares add up to $8.63 more than the total.');
    await expect(dialog.locator(':focus')).toHaveText(
      'Shares add up to $8.63 more than the total.',
    );
    await expect(message).toBeInViewport({ ratio: 1 });
    for (const [name, isWrong] of [
      ['Diego Alvarez', true],
      ['Priya Raman', true],
      ['Kenji Watanabe', false],
    ] as const) {
      const share = shares.getByLabel(`Amount for ${name}`);
      if (isWrong) await expect(share).toHaveAttribute('aria-invalid', 'true');
      else await expect(share).not.toHaveAttribute('aria-invalid');
    }
    await expect(shares.getByLabel('Amount for Diego Alvarez')).toBeInViewport();
    await expect(shares.getByLabel('Amount for Diego Alvarez')).toHaveAccessibleDescription(
      'Shares add up to $8.63 more than the total.',
    );
  });
});

test('with a keyboard, the first share that is wrong has the focus', async ({ page }) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  await dialog.getByLabel('Title').fill(unique('Picnic'));
  await dialog.getByLabel('Amount *').fill('10');
  await addParticipants(dialog, ['Diego Alvarez']);
  const shares = dialog.getByRole('group', { name: 'Shares' });
  await shares.getByLabel('Amount for Diego Alvarez').fill('12');
  await dialog.getByLabel('Title').press('Enter');
  await expect(shares.getByLabel('Amount for Diego Alvarez')).toBeFocused();
  await expect(dialog.getByText('Shares add up to $2.00 more than the total.')).toBeInViewport();
});
