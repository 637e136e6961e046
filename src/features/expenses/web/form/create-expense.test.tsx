/** The expense form: its defaults, its texts and the requests it sends. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { bankBalanceCalls } from '#features/chapters/bank-balance-contract.ts';
import { listingCalls } from '#features/events/listing-contract.ts';
import { makeOccurrence, serveEvents } from '#features/events/web/testing/event-samples.ts';
import type { Day, Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { chooseOption, expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { answer, hold, refuse, requestsOf } from '#web/testing/network.ts';
import { leave, open } from '#web/testing/open.tsx';
import { memberId, today } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

/** Tomorrow, or yesterday at the end of the year, whose events alone are offered. */
function anotherDay(): Day {
  const now = Temporal.PlainDate.from(today());
  const tomorrow = now.add({ days: 1 });
  return (tomorrow.year === now.year ? tomorrow : now.subtract({ days: 1 })).toString() as Day;
}

const findChip = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: `Remove ${name}` });

async function addParticipants(dialog: Locator, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await chooseOption(dialog.getByLabelText('Participants *'), name);
    await expect.element(findChip(dialog, name)).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
}

async function openForm(): Promise<Locator> {
  await open('/expenses?dialog=create');
  const dialog = findDialog('Create New Expense');
  await expect.element(dialog.getByLabelText('Amount *')).toHaveFocus();
  return dialog;
}

test('a new expense starts with today and the member, and the form is empty after saving', async () => {
  serveExpenses();
  const evening = makeOccurrence('Evening', anotherDay());
  serveEvents(evening);
  const dialog = await openForm();
  await expect
    .element(dialog)
    .toMatchTextContent('Add a new expense and assign it to participants');
  await expect.element(dialog.getByLabelText('Category')).not.toBeVisible();
  await press(dialog, /^More/);
  const category = dialog.getByLabelText('Category');
  await expect.element(category).toHaveAttribute('placeholder', 'Food, Travel, Entertainment');
  const amount = dialog.getByLabelText('Amount *');
  await expect.element(amount).toHaveAttribute('inputmode', 'decimal');
  const payer = dialog.getByLabelText('Paid By *');
  await expect.element(payer).toHaveValue('Maya Chen (you)');
  await expect.element(dialog.getByRole('radio', { name: /^Full/ })).toBeChecked();
  const event = dialog.getByLabelText('Associated Event');
  await expect.element(event).toHaveValue('No event');
  await expect.element(findChip(dialog, 'Maya Chen (you)')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('1 selected');
  await expectAccessible(dialog);

  await dialog.getByLabelText('Title').fill('Picnic');
  await amount.fill('30');
  await dialog.getByLabelText('Description').fill('By the sea');
  await addParticipants(dialog, 'Diego Alvarez');
  await expect.element(dialog).toMatchTextContent('2 selected');
  await chooseOption(event, 'Evening');
  await expect.element(dialog.getByLabelText('Expense Date *')).toHaveValue(anotherDay());
  await chooseOption(category, 'Entertain');
  await expect.element(category).toHaveValue('Entertainment');
  await dialog.getByRole('switch', { name: /Exclude from group total/ }).click();
  const wallets = dialog.getByRole('checkbox', { name: /Use Wallet Transactions/ });
  await expect.element(wallets).toBeChecked();
  // An even split has no payer, no reimbursement and nothing to charge; without it all are as before.
  await dialog.getByRole('radio', { name: /^Paid by the chapter/ }).click();
  const evenSplit = dialog.getByRole('checkbox', { name: /Even split/ });
  await evenSplit.click();
  await expect.element(payer).not.toBeInTheDocument();
  await expect.element(wallets).not.toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: /^Partial/ })).toBeDisabled();
  await evenSplit.click();
  await expect.element(payer).toHaveValue('Maya Chen (you)');
  await expect.element(wallets).toBeChecked();
  const fromCompany = dialog.getByRole('radio', { name: /^Paid by the chapter/ });
  await expect.element(fromCompany).toBeChecked();
  await evenSplit.click();

  const release = hold(expenseCalls.create);
  await press(dialog, 'Create Expense');
  await expect.element(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible();
  release();
  await expectToast('Expense created successfully!');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestsOf(expenseCalls.create).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      title: 'Picnic',
      amount: cents(3_000),
      description: 'By the sea',
      eventId: evening.eventId,
      category: 'Entertainment',
      isEvenSplit: true,
      isExcludedFromGroupTotals: true,
      useWalletTransactions: false,
      paidBy: null,
      participants: [memberId('Maya Chen'), memberId('Diego Alvarez')],
    }),
  ]);

  await press(page, 'Add Expense');
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('');
  await expect.element(amount).toHaveValue('');
  await press(dialog, /^More/);
  await expect.element(evenSplit).not.toBeChecked();
  await press(dialog, 'Cancel');
});

test('the panel keeps a line for the event, and says if it is not in the expense’s year', async () => {
  const year = Temporal.PlainDate.from(today()).year - 1;
  const expense = makeExpense({
    eventId: makeOccurrence('Regatta', anotherDay()).eventId,
    expenseDate: `${year}-07-01T12:00:00.000Z` as Instant,
  });
  serveExpenses(expense);
  const release = hold(listingCalls.list);
  await open(`/expenses?expense=${expense.id}`);
  const panel = findPanel('Dinner');
  await expect.element(panel).toMatchTextContent('EventLoading event...');
  release();
  await expect.element(panel).toMatchTextContent(`EventDeleted, or not in the calendar of ${year}`);
});

test('an expense that may be there already is asked about, and added when it is another one', async () => {
  const kept = makeExpense({ title: 'Board dinner', amount: cents(9_000) });
  serveExpenses(kept);
  const dialog = await openForm();
  await dialog.getByLabelText('Amount *').fill('90');
  await dialog.getByLabelText('Title').fill('Dinner');
  await press(dialog, 'Create Expense');
  await expect.element(dialog).toMatchTextContent('Is this the same expense?');
  await expect.element(dialog).toMatchTextContent('"Board dinner", $90.00');
  await expectAccessible(dialog);
  expect(requestsOf(expenseCalls.create)).toHaveLength(0);
  // Another amount is another expense.
  await dialog.getByLabelText('Amount *').fill('91');
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
  leave();

  serveExpenses(kept);
  const again = await openForm();
  await again.getByLabelText('Amount *').fill('90');
  await again.getByLabelText('Title').fill('Dinner');
  await press(again, 'Create Expense');
  await expect.element(again).toMatchTextContent('Is this the same expense?');
  await press(again, 'Create Expense');
  await expectToast('Expense created successfully!');
});

test('a date that is far off is asked about', async () => {
  serveExpenses();
  const dialog = await openForm();
  await dialog.getByLabelText('Amount *').fill('90');
  await dialog.getByLabelText('Title').fill('Dinner');
  await press(dialog, /^More/);
  const date = dialog.getByLabelText('Expense Date *');
  await date.fill('2062-03-05');
  await press(dialog, 'Create Expense');
  await expect.element(dialog).toMatchTextContent('The date is Mar 5, 2062.');
  expect(requestsOf(expenseCalls.create)).toHaveLength(0);
  await date.fill(today());
  await expect.element(dialog).not.toMatchTextContent('The date is');
  await date.fill('2062-03-05');
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
});

test('several people pay one expense, and amounts follow a new total when asked', async () => {
  const kept = serveExpenses();
  const dialog = await openForm();
  await dialog.getByLabelText('Amount *').fill('100');
  await dialog.getByLabelText('Title').fill('Cabin');
  dialog.getByRole('button', { name: 'Several People Paid' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const first = dialog.getByLabelText('Paid by Maya Chen');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('60');
  await press(dialog, 'Create Expense');
  await expect.element(dialog.getByText('Choose who paid')).toBeVisible();
  const second = dialog.getByLabelText('Payer 2 *');
  await expect.element(second).toHaveFocus();
  await chooseOption(second, 'Diego Alvarez');
  const ofDiego = dialog.getByLabelText('Paid by Diego Alvarez');
  await expect.element(ofDiego).toHaveAttribute('placeholder', '40.00');
  // What was entered is kept while one person paid.
  await press(dialog, 'One Person Paid');
  await expect.element(dialog.getByLabelText('Paid By *')).toHaveValue('Maya Chen (you)');
  await press(dialog, 'Several People Paid');
  await expect.element(first).toHaveValue('60');
  await press(dialog, 'Add a Payer');
  await chooseOption(dialog.getByLabelText('Payer 3 *'), 'Priya Raman');
  await ofDiego.fill('50');
  await expect.element(dialog).toMatchTextContent('$10.00 more than $100.00.');
  await ofDiego.fill('30');
  const left = '$10.00 of $100.00 left; it goes to the last empty amount.';
  await expect.element(dialog).toMatchTextContent(left);
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
  const row = page.getByRole('row', { name: 'Cabin' });
  await expect.element(row).toMatchTextContent('You +2');
  await row.getByRole('button', { name: 'Cabin', exact: true }).click();
  const panel = findPanel('Cabin');
  for (const paid of ['Paid $60.00', 'Paid $30.00', 'Paid $10.00'])
    await expect.element(panel.getByText(paid)).toBeVisible();

  await press(panel, 'Edit Expense');
  const edit = findDialog('Edit Expense');
  await edit.getByLabelText('Amount *').fill('50');
  await press(edit, 'Update Expense');
  const problem = 'What each person paid adds up to $100.00, not $50.00';
  await expect.element(edit.getByText(problem)).toBeVisible();
  await press(edit, 'Adjust to $50.00');
  await expect.element(edit.getByLabelText('Paid by Maya Chen')).toHaveValue('30.00');
  await press(edit, 'Update Expense');
  await expectToast('Expense updated successfully');
  for (const paid of ['Paid $30.00', 'Paid $15.00', 'Paid $5.00'])
    await expect.element(panel.getByText(paid)).toBeVisible();
  const [created] = requestsOf(expenseCalls.create);
  const saved = kept.get(created?.body.id as Id<'expense'>);
  expect(saved.payers).toEqual(
    (
      [
        ['Maya Chen', 3_000],
        ['Diego Alvarez', 1_500],
        ['Priya Raman', 500],
      ] as const
    ).map(([name, amount]) => ({ memberId: memberId(name), amountPaid: cents(amount) })),
  );
});

test('an expense in euros is kept with its rate, which is proposed for the next one', async () => {
  serveExpenses();
  answer(expenseCalls.rates, () => ({
    items: requestsOf(expenseCalls.create).flatMap(({ body: { original, expenseDate } }) =>
      original ? [{ ...original, expenseDate }] : [],
    ),
  }));
  const dialog = await openForm();
  await dialog.getByLabelText('Amount *').fill('200');
  await dialog.getByLabelText('Title').fill('Lisbon');
  await press(dialog, 'Other Currency');
  const rate = dialog.getByLabelText('US Dollars for 1 EUR *');
  await rate.fill('0');
  await press(dialog, 'Create Expense');
  const problem = 'Enter a rate like 1.0834, with at most';
  await expect.element(dialog.getByText(problem)).toBeVisible();
  await rate.fill('1.0834');
  await expect.element(dialog.getByText('Comes to $216.68')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('$216.68 (the full amount)');
  await expectAccessible(dialog);
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
  const row = page.getByRole('row', { name: 'Lisbon' });
  await expect.element(row).toMatchTextContent('€200.00');
  await expect.element(row).toMatchTextContent('$216.68');
  await row.getByRole('button', { name: 'Lisbon', exact: true }).click();
  await expect.element(findPanel('Lisbon')).toMatchTextContent('€200.00 at 1.0834');

  await press(page, 'Add Expense');
  await press(dialog, 'Other Currency');
  await expect.element(rate).toHaveValue('1.0834');
  await dialog.getByRole('button', { name: 'US Dollars', exact: true }).click();
  await expect.element(dialog.getByLabelText('Currency')).not.toBeInTheDocument();
});

test('an edit sends only the changed fields', async () => {
  const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];
  const expense = makeExpense({ amount: cents(9_000), people, category: 'Food' });
  serveExpenses(expense);
  await open(`/expenses?expense=${expense.id}&dialog=edit&subject=${expense.id}`);
  const dialog = findDialog('Edit Expense');
  await expect.element(dialog).toMatchTextContent('Update the expense details');
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Dinner');
  await expect.element(dialog.getByLabelText('Amount *')).toHaveValue('90.00');
  await expect.element(dialog).toMatchTextContent('3 selected');
  await dialog.getByLabelText('Category').fill('Travel');
  await dialog.getByLabelText('Amount *').fill('60');
  await findChip(dialog, 'Priya Raman').click();
  const release = hold(expenseCalls.patch);
  await press(dialog, 'Update Expense');
  await expect.element(dialog.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expectToast('Expense updated successfully');
  await expect.element(findPanel('Dinner')).toMatchTextContent('Owes $30.00');
  const [request, ...others] = requestsOf(expenseCalls.patch);
  expect(others).toEqual([]);
  expect(request?.headers.get('content-type')).toBe('application/json-patch+json');
  expect(request?.body.map(({ path }) => path).toSorted()).toEqual([
    '/amount',
    '/category',
    '/participants',
  ]);
  expect(request?.body.find(({ path }) => path === '/amount')?.value).toBe(6_000);
});

test('a treasurer edits the bank balance in place; other members only see it', async () => {
  serveExpenses();
  let saved = { bankBalance: cents(500_000) as Cents | null, enteredAt: null, version: 1 };
  answer(bankBalanceCalls.detail, () => saved);
  answer(bankBalanceCalls.change, ({ body }) => {
    saved = { ...saved, ...body, version: saved.version + 1 };
    return saved;
  });
  const card = page.getByRole('region', { name: 'Bank Balance' });
  const pencil = card.getByRole('button', { name: 'Edit bank balance' });
  await open('/expenses');
  await expect.element(card).toMatchTextContent('$5,000.00');
  await expect.element(pencil).not.toBeInTheDocument();
  leave();

  await open('/expenses', { as: 'treasurer' });
  const field = card.getByLabelText('New Balance');
  for (const [typed, shown] of [
    ['-1234.5', '-$1,234.50'],
    ['nothing', '$0.00'],
  ] as const) {
    await pencil.click();
    await expect.element(field).toHaveFocus();
    await field.fill(typed);
    await press(card, 'Save');
    await expect.element(card).toMatchTextContent(shown);
    await expect.element(pencil).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('77{Enter}');
  await expect.element(card).toMatchTextContent('$77.00');
  await expect.element(pencil).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('1{Escape}');
  await expect.element(pencil).toHaveFocus();
  await expect.element(card).toMatchTextContent('$77.00');
  await pencil.click();
  await field.fill('2');
  await press(card, 'Cancel');
  await expect.element(card).toMatchTextContent('$77.00');
  expect(requestsOf(bankBalanceCalls.change).map(({ body }) => body.bankBalance)).toEqual([
    -123_450, 0, 7_700,
  ]);
});

test('a bank balance that someone else has just entered is shown before it is replaced', async () => {
  serveExpenses();
  let saved = { bankBalance: cents(500_000) as Cents | null, enteredAt: null, version: 1 };
  answer(bankBalanceCalls.detail, () => saved);
  answer(bankBalanceCalls.change, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${saved.version}"`) {
      return refuse(412, 'changed_meanwhile', 'Someone else changed this');
    }
    saved = { ...saved, ...body, version: saved.version + 1 };
    return saved;
  });
  const card = page.getByRole('region', { name: 'Bank Balance' });
  await open('/expenses', { as: 'treasurer' });
  await press(card, 'Edit bank balance');
  await card.getByLabelText('New Balance').fill('77');
  saved = { ...saved, bankBalance: cents(612_000), version: 2 };
  await press(card, 'Save');
  await expect
    .element(card)
    .toMatchTextContent('Someone else changed the bank balance while you were editing.');
  await expect.element(card).toMatchTextContent('Now $6,120.00');
  await expect.element(card.getByLabelText('New Balance')).toHaveValue('77');
  await press(card, 'Save My Changes');
  await expect.element(card).toMatchTextContent('$77.00');
  expect(saved).toMatchObject({ bankBalance: cents(7_700), version: 3 });
});

test('participants are found by typing, stay visible as chips and are removed by Backspace', async () => {
  serveExpenses(makeExpense());
  const dialog = await openForm();
  await dialog.getByLabelText('Participants *').click();
  await userEvent.keyboard('pri');
  await expect.element(page.getByRole('option', { name: 'Priya Raman' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(findChip(dialog, 'Priya Raman')).toBeVisible();
  await userEvent.keyboard('beck t{Enter}');
  await expect.element(findChip(dialog, 'Tom Becker')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('3 selected');
  await userEvent.keyboard('{Backspace}');
  await expect.element(findChip(dialog, 'Tom Becker')).not.toBeInTheDocument();
  await expect.element(dialog).toMatchTextContent('2 selected');
  const everyone = dialog.getByRole('button', { name: 'Everyone', exact: true });
  await everyone.click();
  await expect.element(findChip(dialog, 'Tom Becker')).toBeVisible();
  const lastTime = dialog.getByRole('button', { name: 'As Last Time' });
  await lastTime.click();
  await expect.element(dialog).toMatchTextContent('1 selected');
  await expect.element(findChip(dialog, 'Maya Chen (you)')).toBeVisible();
  await press(dialog, 'Clear');
  await expect.element(dialog).toMatchTextContent('0 selected');

  // An answer that comes after a later press changes nothing.
  const release = hold(expenseCalls.list);
  await everyone.click();
  await lastTime.click();
  await expect.element(lastTime).toBeDisabled();
  await press(dialog, 'Clear');
  release();
  await expect.element(lastTime).toBeEnabled();
  await expect.element(dialog).toMatchTextContent('0 selected');
});

test('with a keyboard, the first share that is wrong has the focus', async () => {
  serveExpenses();
  const dialog = await openForm();
  await dialog.getByLabelText('Title').fill('Picnic');
  await dialog.getByLabelText('Amount *').fill('10');
  await addParticipants(dialog, 'Diego Alvarez');
  const share = dialog.getByLabelText('Amount for Diego Alvarez');
  await share.fill('12');
  await dialog.getByLabelText('Title').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(share).toHaveFocus();
  const message = dialog.getByText('Shares add up to $2.00 more than the total.');
  await expect.element(message).toBeInViewport();
});
