/** Adding, updating and deleting overrides, fixing one share, and the addresses of the dialogs. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberCalls } from '#features/members/contract.ts';
import { sumCents } from '#kit/money.ts';
import {
  chooseAction,
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, hold, refuse, requestsOf } from '#web/testing/network.ts';
import { getAddress, goBack, leave, open } from '#web/testing/open.tsx';
import { memberId, members } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import type { OverrideFields } from '../../expense.ts';
import { type Kept, makeExpense, overrideFor, serveExpenses } from '../testing/expense-samples.ts';

const three = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];
let expense: ReturnType<typeof makeExpense>;
let kept: Kept;

function serveDinner(overrides: OverrideFields[] = []): void {
  expense = makeExpense({ people: three, overrides });
  kept = serveExpenses(expense);
}

beforeEach(() => serveDinner());

async function openPanel(): Promise<void> {
  await open(`/expenses?expense=${expense.id}`);
  // Takes the focus when it appears, which closes a menu opened before.
  await expect.element(panel).toBeVisible();
}
const openDialog = (name: string, part = '') =>
  open(`/expenses?expense=${expense.id}&dialog=${name}&subject=${expense.id}${part}`);
const panel = findPanel('Dinner');

/** What everyone owes, in cents, which adds up to the amount. */
function listShares(): number[] {
  const { amount, participantBreakdowns } = kept.get(expense.id);
  const shares = participantBreakdowns.map(({ amountOwed }) => amountOwed);
  expect(sumCents(shares)).toBe(amount);
  return shares.toSorted((one, other) => one - other);
}

test('adding, updating and deleting an override changes the shares to the cent', async () => {
  await openPanel();
  await chooseAction('Dinner', 'Add Overrides');
  const adding = findDialog('Add Override');
  const amount = adding.getByLabelText('Amount *');
  await expect.element(adding).toMatchTextContent('Dinner');
  await expect.element(adding).toMatchTextContent('Total $100.00');
  await press(adding, 'Add Override');
  const alert = adding.getByRole('alert');
  await expect
    .element(alert)
    .toMatchTextContent(
      'Validation ErrorPlease fill in all fields and select at least one participant.',
    );
  await expect.element(amount).toHaveFocus();
  await adding.getByLabelText('Label / Reason *').fill('Wine');
  await adding.getByRole('checkbox', { name: /Diego/ }).click();
  await adding.getByRole('checkbox', { name: /Priya/ }).click();
  for (const typed of ['0', '100', '-5']) {
    await amount.fill(typed);
    await press(adding, 'Add Override');
    await expect
      .element(alert)
      .toMatchTextContent(
        'Invalid AmountOverride amount must be greater than 0 and less than the total expense amount.',
      );
  }
  await amount.fill('25.01');
  await expect
    .element(adding)
    .toMatchTextContent('$12.50 or $12.51 each on top of their share of the rest.');
  await expect.element(adding).toMatchTextContent(/Shares add up to \$100\.00; .* pays? 1¢ more/);
  const lines = adding.getByRole('listitem').elements();
  const shown = lines.map(({ textContent }) => /\$[\d.]+/.exec(textContent)?.[0]);
  await press(adding, 'Add Override');
  await expectToast('Override Added');
  await expectToast('Added $25.01 override for "Wine".');
  await expect.element(adding).not.toBeInTheDocument();
  // The server's split equals the preview.
  expect(shown.toSorted()).toEqual(listShares().map((share) => `$${(share / 100).toFixed(2)}`));

  await expect.element(panel).toMatchTextContent('Wine $25.01');
  await expect.element(panel).toMatchTextContent('Split among Diego, Priya');
  await chooseAction('Wine', 'Update');
  const updating = findDialog('Update Override');
  const label = updating.getByLabelText('Label *');
  await expect.element(label).toHaveValue('Wine');
  await expect.element(updating.getByLabelText('Amount *')).toHaveValue('25.01');
  await expect.element(updating.getByRole('checkbox', { checked: true })).toHaveLength(2);
  await updating.getByRole('checkbox', { name: /Diego/ }).click();
  await updating.getByRole('checkbox', { name: /Priya/ }).click();
  await press(updating, 'Update Override');
  await expect
    .element(updating)
    .toMatchTextContent('Please select at least one participant for the override.');
  await updating.getByRole('checkbox', { name: /Priya/ }).click();
  await label.fill('');
  await press(updating, 'Update Override');
  await expect
    .element(updating.getByRole('alert'))
    .toMatchTextContent('Please fill in all required fields');
  await label.fill('Wine pairing');
  await press(updating, 'Update Override');
  await expectToast('Override updated successfully');
  await expect.element(panel).toMatchTextContent('Wine pairing $25.01');
  await expect.element(panel).toMatchTextContent('Split among Priya');
  listShares();

  await chooseAction('Wine pairing', 'Delete');
  const question = findAlertDialog('Delete Override');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press(question, 'Delete');
  await expectToast('Override deleted successfully');
  await expect.element(panel).toMatchTextContent('No overrides');
  expect(kept.get(expense.id).participantBreakdowns).toEqual(expense.participantBreakdowns);
});

test('participants are found by their names in any order', async () => {
  await openDialog('add-override');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Filter by name').fill('raman, pri');
  await expect.element(dialog.getByRole('checkbox', { name: /Priya/ })).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: /Diego/ })).not.toBeInTheDocument();
});

test('pressing a share fixes its amount, and the label names the member', async () => {
  await openPanel();
  const share = panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ });
  await share.click();
  const manual = findDialog('Manual Override');
  await expect.element(manual).toMatchTextContent(/Current Amount\$33\.3[34]/);
  // The form begins with the current amount, which typing replaces.
  const amount = manual.getByLabelText('New Amount *');
  await expect.element(amount).toHaveDisplayValue(/^33\.3[34]$/);
  await expect.element(amount).toHaveFocus();
  await amount.fill('');
  await press(manual, 'Create Manual Override');
  await expect.element(amount).toHaveFocus();
  await expect.element(manual.getByText('Enter an amount')).toBeVisible();
  await amount.fill('12.5');
  const label = manual.getByLabelText('Label');
  label.element().focus();
  amount.element().focus();
  await userEvent.keyboard('0');
  await expect.element(amount).toHaveValue('0');
  await expect
    .element(manual.getByRole('list', { name: 'New shares' }))
    .toMatchTextContent('$50.00');
  await press(manual, 'Create Manual Override');
  await expectToast('Added $0.00 override for "Manual override for Diego Alvarez".');
  // It says the same as the share above, and is folded away.
  const folded = panel.getByText('Manual override for Diego Alvarez $0.00');
  await expect.element(folded).not.toBeVisible();
  await panel.getByText('1 fixed share, as above').click();
  await expect.element(folded).toBeVisible();
  const free = panel.getByRole('button', { name: /^Owes \$0\.00 *, override for Diego/ });
  await expect.element(free).toBeVisible();

  // A second one replaces the first, and the dialog says so.
  await share.click();
  await expect.element(manual).toMatchTextContent('ReplacesManual override for Diego Alvarez');
  await amount.fill('12.5');
  await label.fill('Left early');
  await press(manual, 'Create Manual Override');
  await expect.element(panel.getByText('Left early $12.50')).toBeVisible();
  await share.click();
  await expect.element(amount).toHaveValue('12.50');
  await expect.element(label).toHaveValue('Left early');
  await press(manual, 'Cancel');
  expect(kept.get(expense.id).overrides).toHaveLength(1);
  listShares();
});

test('overrides that exceed the total show by how much, and one press corrects the amount', async () => {
  serveDinner([overrideFor('Diego Alvarez', 9_000, { label: 'Room' })]);
  await openDialog('add-override');
  const adding = findDialog('Add Override');
  await adding.getByLabelText('Label / Reason *').fill('Wine');
  await adding.getByRole('checkbox', { name: /Priya/ }).click();
  const amount = adding.getByLabelText('Amount *');
  await amount.fill('150');
  const exceed = (by: string) => `Overrides exceed the expense amount by ${by}.`;
  await expect.element(adding).toMatchTextContent(exceed('$140.00'));
  await amount.fill('20');
  await expect.element(adding).toMatchTextContent(exceed('$10.00'));
  await press(adding, 'Add Override');
  await expect.element(amount).toHaveFocus();
  await press(adding, 'Use $10.00 instead');
  await expect.element(amount).toHaveValue('10.00');
  await press(adding, 'Add Override');
  await expectToast('Override Added');
  listShares();

  // The same when an expense's amount is lowered below its overrides.
  await press(panel, 'Edit Expense');
  const editing = findDialog('Edit Expense');
  await editing.getByLabelText('Amount *').fill('80');
  await expect.element(editing).toMatchTextContent('Shares add up to $20.00 more than the total.');
  await press(editing, 'Set the amount to $100.00 instead');
  await press(editing, 'Update Expense');
  await expectToast('No changes detected');
});

test('a share in percent stays one while its amount is not changed', {
  tags: ['all'],
}, async () => {
  const third = (name: string, index: number) =>
    overrideFor(name, 0, { label: `Third ${index}`, stated: { unit: 'percent', value: '33 1/3' } });
  serveDinner(three.map(third));
  await openPanel();
  const updating = findDialog('Update Override');
  await chooseAction('Third 0', 'Update');
  await press(updating, 'Update Override');
  await expectToast('No changes detected');
  await chooseAction('Third 0', 'Update');
  await updating.getByLabelText('Label *').fill('Birthday');
  await press(updating, 'Update Override');
  await expectToast('Override updated successfully');
  const [first, ...others] = expense.overrides;
  expect(kept.get(expense.id).overrides).toEqual([{ ...first, label: 'Birthday' }, ...others]);

  // Another amount is a fixed one.
  await chooseAction('Birthday', 'Update');
  await updating.getByLabelText('Amount *').fill('33');
  await expect.element(updating).toMatchTextContent('must add up to the expense amount');
});

test('a double click adds one override', async () => {
  await openDialog('add-override');
  const adding = findDialog('Add Override');
  await adding.getByLabelText('Amount *').fill('10');
  await adding.getByLabelText('Label / Reason *').fill('Once');
  await adding.getByRole('checkbox', { name: /Priya/ }).click();
  await adding.getByRole('button', { name: 'Add Override' }).dblClick();
  await expect.element(adding).not.toBeInTheDocument();
  expect(requestsOf(expenseCalls.addOverride)).toHaveLength(1);
});

describe('in the form', () => {
  const editing = findDialog('Edit Expense');

  test('shares are edited in place, and percentages follow the amount', async () => {
    await openDialog('edit');
    const diego = editing.getByLabelText('Percent for Diego Alvarez');
    await editing.getByText('Percent', { exact: true }).click();
    await diego.fill('101');
    await expect.element(editing).toMatchTextContent('The percentages add up to 101%, not 100%.');
    await diego.fill('12.5');
    await expect.element(editing).toMatchTextContent('$12.50');
    await press(editing, 'Update Expense');
    await expectToast('Expense updated successfully');
    const share = panel.getByRole('listitem').filter({ hasText: 'Owes $12.50' });
    await expect.element(share).toMatchTextContent('12.5%');

    // It opens as it was stated, and the share follows the amount.
    await press(panel, 'Edit Expense');
    await expect.element(diego).toHaveValue('12.5');
    await editing.getByLabelText('Amount *').fill('200');
    await expect.element(editing).toMatchTextContent('$25.00');
    await press(editing, 'Update Expense');
    await expect.element(editing).not.toBeInTheDocument();
    expect(listShares()).toEqual([2_500, 8_750, 8_750]);
  });

  test('what only the server refuses is shown at the shares, and nothing typed is lost', async () => {
    const words = 'Override amount must be 0 or more.';
    const field = 'overrides.0.amount';
    answer(expenseCalls.patch, refuse(422, 'override_amount_negative', words, { field }));
    await openDialog('edit');
    const diego = editing.getByLabelText('Amount for Diego Alvarez');
    await diego.fill('12.5');
    await press(editing, 'Update Expense');
    await expect.element(editing.getByRole('group', { name: 'Shares' })).toMatchTextContent(words);
    await expect.element(diego).toHaveValue('12.5');
  });

  test('beside a fixed share, a percentage shows the amount that is saved', {
    tags: ['all'],
  }, async () => {
    serveDinner([
      overrideFor('Diego Alvarez', 2_500, { stated: { unit: 'percent', value: '25' } }),
      overrideFor('Priya Raman', 1_000),
    ]);
    const share = (name: string) => editing.getByLabelText(`Amount for ${name}`);
    const save = async (...shares: number[]) => {
      await press(editing, 'Update Expense');
      await expect.element(editing).not.toBeInTheDocument();
      expect(listShares()).toEqual(shares);
    };
    await openDialog('edit');
    await expect.element(share('Diego Alvarez')).toHaveValue('25.00');
    await editing.getByLabelText('Amount *').fill('200');
    await expect.element(share('Diego Alvarez')).toHaveValue('50.00');
    await expect.element(share('Priya Raman')).toHaveValue('10.00');
    await save(1_000, 5_000, 14_000);

    // Once another share is typed, what was shown stays.
    await press(panel, 'Edit Expense');
    await editing.getByLabelText('Amount *').fill('400');
    await share('Priya Raman').fill('20');
    await expect.element(share('Diego Alvarez')).toHaveValue('100.00');
    await save(2_000, 10_000, 28_000);
  });
});

describe('addresses', () => {
  const manual = findDialog('Manual Override');

  test('each dialog has an address that opens it, and Back closes it', async () => {
    await openPanel();
    await panel.getByRole('button', { name: /^Owes .*override for Diego/ }).click();
    await expect.element(manual).toBeVisible();
    expect(getAddress()).toMatch(/dialog=manual-override/);
    goBack();
    await expect.element(manual).not.toBeInTheDocument();
    await expect.element(panel).toBeVisible();
    leave();
    await openDialog('manual-override', `&part=${memberId('Diego Alvarez')}`);
    await expect.element(manual).toBeVisible();
    leave();
    // A dialog about something that does not exist does not open.
    await openDialog('update-override', `&part=${expense.id}`);
    await expect.poll(getAddress).not.toMatch(/dialog=/);
  });

  test('what is typed before the names have come stays', async () => {
    serveDinner([overrideFor('Diego Alvarez', 1_000)]);
    answer(memberCalls.list, { items: [...members], totalCount: members.length });
    const held = [memberCalls.list, expenseCalls.balances, expenseCalls.list].map(hold);
    await openDialog('manual-override', `&part=${memberId('Diego Alvarez')}`);
    await manual.getByLabelText('New Amount *').fill('7');
    const name = manual.getByText('Diego Alvarez', { exact: true });
    await expect.element(name).not.toBeInTheDocument();
    for (const release of held) release();
    await expect.element(name.first()).toBeVisible();
    await expect.element(manual.getByLabelText('Label')).toHaveValue('');
    await expect.element(manual.getByLabelText('New Amount *')).toHaveValue('7');
  });
});
