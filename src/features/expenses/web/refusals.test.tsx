/** Every refusal because of someone else's change: no input is lost, and nothing is changed. */
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { authCalls } from '#features/identity/contract.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import {
  chooseAction,
  chooseOption,
  expectToast,
  findAlertDialog,
  findDialog,
  press,
} from '#web/testing/controls.ts';
import { answer, hold, refuse, requestsOf } from '#web/testing/network.ts';
import { leave, open, readAgain } from '#web/testing/open.tsx';
import { memberId, nextId, today } from '#web/testing/session.ts';
import { expenseCalls } from '../contract.ts';
import type { OpenExpense } from '../expense.ts';
import type { RecurringExpense } from '../recurring/recurring.ts';
import { recurringCalls } from '../recurring/recurring-contract.ts';
import { toDeleted, toSettled } from '../revise.ts';
import { type Kept, makeExpense, overrideFor, serveExpenses } from './testing/expense-samples.ts';

let expense: OpenExpense;
let kept: Kept;

beforeEach(() => {
  const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman', 'Tom Becker'];
  const wine = overrideFor('Diego Alvarez', 1_000, { type: 'equal', label: 'Wine' });
  const fixed = overrideFor('Tom Becker', 2_000, { label: 'Fixed' });
  expense = makeExpense({ people, overrides: [wine, fixed] });
  kept = serveExpenses(expense);
});

const overrideId = (label: string): string | undefined =>
  expense.overrides.find((each) => each.label === label)?.id;
const openDialog = (name: string, part = '') =>
  open(`/expenses?expense=${expense.id}&dialog=${name}&subject=${expense.id}&part=${part}`);
const now = (): Instant => toInstant(Temporal.Now.instant());

const settleElsewhere = () => kept.put(toSettled(expense, memberId('Tom Becker'), now()));
const changeElsewhere = () => kept.change(expense.id, { description: 'Theirs' });
const settled = "This expense is settled and can't be changed";
const changedRule = 'Someone else changed this recurring expense while you were editing';
const changed = 'Someone else changed this expense while you were editing';

const expectAlert = (dialog: Locator, words: string) =>
  expect.element(dialog.getByRole('alert')).toMatchTextContent(words);

async function fillOverride(dialog: Locator): Promise<void> {
  await dialog.getByLabelText('Amount *').fill('20');
  await dialog.getByLabelText('Label / Reason *').fill('Typed with care');
  await dialog.getByRole('checkbox', { name: /Priya/ }).click();
}

async function expectOverrideTyped(dialog: Locator): Promise<void> {
  await expect.element(dialog.getByLabelText('Amount *')).toHaveValue('20');
  await expect.element(dialog.getByLabelText('Label / Reason *')).toHaveValue('Typed with care');
  await expect.element(dialog.getByRole('checkbox', { name: /Priya/ })).toBeChecked();
}

test('409: a dialog of an override keeps its input when the expense is settled meanwhile', {
  tags: ['all'],
}, async () => {
  await openDialog('add-override');
  const adding = findDialog('Add Override');
  await fillOverride(adding);
  settleElsewhere();
  await press(adding, 'Add Override');
  await expectToast('Failed to add override. Please try again.');
  await expectAlert(adding, settled);
  await expectOverrideTyped(adding);
  leave();

  kept.put(expense);
  await openDialog('update-override', overrideId('Wine'));
  const updating = findDialog('Update Override');
  await updating.getByLabelText('Amount *').fill('11');
  settleElsewhere();
  await press(updating, 'Update Override');
  await expectToast('Failed to update override. Please try again.');
  await expectAlert(updating, settled);
  await expect.element(updating.getByLabelText('Amount *')).toHaveValue('11');
  leave();

  kept.put(expense);
  await openDialog('delete-override', overrideId('Wine'));
  const question = findAlertDialog('Delete Override');
  await expect.element(question).toBeVisible();
  settleElsewhere();
  await press(question, 'Delete');
  await expectToast('Failed to delete override');
  await expectAlert(question, settled);
  expect(kept.get(expense.id).overrides).toEqual(expense.overrides);
});

test.each([
  ['Edit Expense', findDialog('Edit Expense'), 'Update Expense', 'update', 'Category'],
  ['Delete', findAlertDialog('Delete Expense'), 'Delete', 'delete', undefined],
  [
    'Settle Expense',
    findAlertDialog('Mark as Paid Outside'),
    'Mark as Paid Outside',
    'settle',
    'Note',
  ],
] as const)(
  '409: %s is refused after someone else settled the expense',
  async (item, dialog, button, verb, field) => {
    await open('/expenses');
    await chooseAction('Dinner', item);
    if (field) await dialog.getByLabelText(field).fill('Typed');
    settleElsewhere();
    await press(dialog, button);
    await expectToast(`Failed to ${verb} expense`);
    await expectAlert(dialog, settled);
    if (item === 'Edit Expense')
      await expect.element(dialog.getByLabelText('Category')).toHaveValue('Typed');
  },
);

test('412: an override based on an old version is refused and saved again on the latest', {
  tags: ['all'],
}, async () => {
  await openDialog('add-override');
  const adding = findDialog('Add Override');
  await fillOverride(adding);
  changeElsewhere();
  await press(adding, 'Add Override');
  await expectToast('Failed to add override. Please try again.');
  await expectAlert(adding, changed);
  await expectOverrideTyped(adding);
  await press(adding, 'Add Override');
  await expectToast('Override Added');
  leave();

  await openDialog('delete-override', overrideId('Wine'));
  const question = findAlertDialog('Delete Override');
  await expect.element(question).toBeVisible();
  kept.change(expense.id, { description: 'Theirs again' });
  const release = hold(expenseCalls.detail);
  await press(question, 'Delete');
  // The button stays disabled until the latest version is loaded.
  await expect.poll(() => requestsOf(expenseCalls.removeOverride)).toHaveLength(1);
  await expect.element(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  release();
  await expectAlert(question, changed);
  await press(question, 'Delete');
  await expectToast('Override deleted successfully');
});

test('412: an edit based on an old version is refused and saved again on the latest', async () => {
  await openDialog('edit');
  const editing = findDialog('Edit Expense');
  await editing.getByLabelText('Category').fill('Typed');
  changeElsewhere();
  await press(editing, 'Update Expense');
  await expectToast('Failed to update expense');
  await expectAlert(editing, changed);
  await expect.element(editing.getByLabelText('Category')).toHaveValue('Typed');
  await expect.element(editing.getByLabelText('Description')).toHaveValue('Theirs');
  await press(editing, 'Update Expense');
  await expectToast('Expense updated successfully');
  expect(kept.get(expense.id)).toMatchObject({ description: 'Theirs', category: 'Typed' });
});

type Form = [
  name: string,
  title: string,
  label: string,
  button: string,
  part: () => string | undefined,
];

test.each<Form>([
  ['edit', 'Edit Expense', 'Description', 'Update Expense', () => ''],
  ['update-override', 'Update Override', 'Label *', 'Update Override', () => overrideId('Wine')],
  [
    'manual-override',
    'Manual Override',
    'Label',
    'Create Manual Override',
    () => memberId('Tom Becker'),
  ],
])(
  '412: a version that arrives beneath the form of %s is not overwritten',
  async (name, title, label, button, part) => {
    await openDialog(name, part());
    const dialog = findDialog(title);
    const field = dialog.getByLabelText(label);
    await field.fill('Mine');
    kept.change(expense.id, { amount: cents(12_000), description: 'Theirs' });
    const theirs = kept.get(expense.id);
    await readAgain();
    await press(dialog, button);
    await expectAlert(dialog, changed);
    expect(kept.get(expense.id)).toEqual(theirs);
    await expect.element(field).toHaveValue('Mine');
    await press(dialog, button);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(kept.get(expense.id).version).toBeGreaterThan(theirs.version);
  },
);

test('412: a recurring expense that someone else changed is not overwritten', {
  tags: ['all'],
}, async () => {
  const { title, amount, category, participants, paidBy, ...rest } = expense;
  const { isEvenSplit, isExcludedFromGroupTotals, useWalletTransactions, ...more } = rest;
  const { payerReimbursementType, payerReimbursementAmount } = more;
  let recurring: RecurringExpense = {
    id: nextId('recurring'),
    rule: { frequency: 'monthly', interval: 1, endBy: null, count: null },
    expense: {
      title,
      amount,
      category,
      participants,
      paidBy,
      description: '',
      eventId: null,
      isEvenSplit,
      isExcludedFromGroupTotals,
      useWalletTransactions,
      payerReimbursementType,
      payerReimbursementAmount,
    },
    status: 'active',
    firstDay: today(),
    nextDay: today(),
    nextDate: now(),
    skippedDays: 0,
    failure: null,
    createdBy: memberId('Maya Chen'),
    savedBy: memberId('Maya Chen'),
    createdAt: now(),
    updatedAt: now(),
    version: 1,
  };
  answer(recurringCalls.detail, () => recurring);
  answer(recurringCalls.update, ({ headers }) =>
    headers.get('if-match') === `"${recurring.version}"`
      ? recurring
      : refuse(412, 'changed', changedRule),
  );
  await open(`/expenses?dialog=edit-recurring&part=${recurring.id}`);
  const dialog = findDialog('Edit Recurring Expense');
  await dialog.getByLabelText('Description').fill('Mine');
  recurring = { ...recurring, version: 2, expense: { ...recurring.expense, title: 'Theirs' } };
  await readAgain();
  await press(dialog, 'Update All');
  await expectAlert(dialog, changedRule);
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Theirs');
  await press(dialog, 'Update All');
  await expectToast('Recurring expense updated');
  const sent = requestsOf(recurringCalls.update).at(-1)?.body.expense;
  expect(sent).toMatchObject({ title: 'Theirs', description: 'Mine' });
});

test('a form in which nothing was typed takes the latest version, which saving replaces', async () => {
  const release = hold(expenseCalls.detail);
  await open('/expenses');
  await chooseAction('Dinner', 'Edit Expense');
  const dialog = findDialog('Edit Expense');
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Dinner');
  changeElsewhere();
  release();
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Theirs');
  await dialog.getByLabelText('Category').fill('Typed');
  await press(dialog, 'Update Expense');
  await expectToast('Expense updated successfully');
  expect(kept.get(expense.id)).toMatchObject({ description: 'Theirs', category: 'Typed' });
});

test('422: a participant who left is refused, and the form stays as it is', async () => {
  const words = 'Everyone on an expense must be an active member';
  answer(expenseCalls.create, refuse(422, 'unknown_member', words, { field: 'participants' }));
  await open('/expenses?dialog=create');
  const creating = findDialog('Create New Expense');
  await creating.getByLabelText('Title').fill('With Tom');
  await creating.getByLabelText('Amount *').fill('10');
  await chooseOption(creating.getByLabelText('Participants *'), 'Tom Becker');
  await userEvent.keyboard('{Escape}');
  await press(creating, 'Create Expense');
  await expectToast('Failed to create expense');
  await expectAlert(creating, words);
  await expect.element(creating.getByLabelText('Title')).toHaveValue('With Tom');
});

test('422: overrides that would be dropped are named, and dropped when confirmed', async () => {
  await openDialog('edit');
  const editing = findDialog('Edit Expense');
  await editing.getByRole('button', { name: /^Remove Diego/ }).click();
  await press(editing, 'Update Expense');
  await expectToast('Failed to update expense');
  await expectAlert(editing, '"Wine"');
  // What is typed after the refusal is saved, too.
  await editing.getByLabelText('Title').fill('Dinner for two');
  await press(editing, 'Remove Overrides and Update');
  await expectToast('Expense updated successfully');
  const { title, overrides } = kept.get(expense.id);
  expect(title).toBe('Dinner for two');
  expect(overrides.map(({ label }) => label)).toEqual(['Fixed']);
});

test('404: a deleted override is reported, and what was typed stays', async () => {
  await openDialog('update-override', overrideId('Wine'));
  const updating = findDialog('Update Override');
  const amount = updating.getByLabelText('Amount *');
  await amount.fill('11');
  const { version, overrides } = expense;
  kept.put({ ...expense, version: version + 1, overrides: overrides.slice(1) });
  await press(updating, 'Update Override');
  await expectAlert(updating, changed);
  await expect.element(amount).toHaveValue('11');
  await press(updating, 'Update Override');
  await expectAlert(updating, 'Override not found');
  await expect.element(amount).toHaveValue('11');
});

test('404: an unknown expense, history and member are reported', async () => {
  const unknown = nextId('expense');
  answer(expenseCalls.history, refuse(404, 'not_found', 'Expense not found'));
  answer(expenseCalls.balanceParts, refuse(404, 'not_found', 'Member not found'));
  for (const [search, words] of [
    [`expense=${unknown}`, 'Expense not found'],
    [`dialog=history&subject=${unknown}`, "This expense doesn't exist."],
    [`panel=balance&member=${unknown}`, 'Member not found'],
  ]) {
    await open(`/expenses?${search}`);
    await expect.element(page.getByText(words ?? '')).toBeVisible();
    leave();
  }
});

test('409: an expense restored by someone else is reported', async () => {
  kept.put(toDeleted(expense, now()));
  await open('/expenses?status=deleted');
  await page.getByRole('button', { name: 'Actions for Dinner' }).first().click();
  kept.put(expense);
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expectToast('Failed to restore expense');
  await expect.element(page.getByText('No expenses found')).toBeVisible();
});

test('401: a write after signing out elsewhere is refused', async () => {
  await open('/expenses?dialog=create');
  const creating = findDialog('Create New Expense');
  await creating.getByLabelText('Title').fill('Too late');
  await creating.getByLabelText('Amount *').fill('10');
  await expect.element(creating).toMatchTextContent('1 selected');
  const signedOut = refuse(401, 'signed_out', 'Sign in first');
  answer(expenseCalls.create, signedOut);
  answer(authCalls.token, signedOut);
  const links = {
    chapterSiteUrl: '',
    networkHubUrl: '',
    learningCentreUrl: '',
    localPlatformUrl: '',
  };
  const visitor = { setUp: null, hostedName: null, demoSignIns: [] };
  answer(authCalls.session, { signedIn: false, links, ...visitor });
  await press(creating, 'Create Expense');
  await expectToast('Failed to create expense');
  await expectToast('No auth token available');
  await expect.element(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
});
