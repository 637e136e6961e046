/** Two people change the same transaction: no one overwrites a change they have not seen. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { expectToast, findAlertDialog, findDialog, press } from '#web/testing/controls.ts';
import { open } from '#web/testing/open.tsx';
import { expectTyped, fillTransaction } from '../testing/transaction-form.ts';
import { type KeptWallet, serveWallet } from '../testing/wallet-samples.ts';

let kept: KeptWallet;
let coffee: Id<'transaction'>;
const mine = { amount: '9', description: 'Mine' };
const editing = findDialog('Edit Transaction');
const findRow = (description: string) =>
  page.getByRole('row').filter({ hasText: description }).first();

beforeEach(async () => {
  kept = serveWallet();
  coffee = kept.add({ description: 'Coffee' });
  await open(kept.path, { as: 'treasurer' });
});

test('a conflict shows both versions, and the own changes can be kept', async () => {
  await press(page, 'Edit Coffee');
  await fillTransaction(editing, mine);
  kept.change(coffee, { amount: cents(700), description: 'Coffee for two' });
  await press(editing, 'Update Transaction');
  await expectToast('Failed to update transaction. Please try again.');
  const words = 'Someone else changed this transaction while you were editing';
  await expect.element(editing.getByRole('region', { name: words })).toHaveFocus();
  await expect.element(editing).toMatchTextContent(/Edited by Priya Raman, .*\d:\d\d [AP]M/);
  const amount = editing.getByRole('row').filter({ hasText: 'Amount' });
  for (const text of ['differs', '+$9.00', '+$7.00'])
    await expect.element(amount).toMatchTextContent(text);
  const type = editing.getByRole('row', { name: /^Type/ });
  await expect.element(type).not.toMatchTextContent('differs');
  await expectAccessible(editing);

  await press(editing, 'Back to Editing');
  await expectTyped(editing, mine);
  await expect.element(editing.getByLabelText('Amount *')).toHaveFocus();
  await fillTransaction(editing, { description: 'Mine again' });
  await press(editing, 'Update Transaction');
  await expectToast('Transaction updated successfully');
  await expect.element(findRow('Mine again')).toMatchTextContent('+$9.00');

  await press(page, 'Edit Mine again');
  await fillTransaction(editing, mine);
  kept.change(coffee, { amount: cents(800), description: 'Theirs' }, 'Maya Chen');
  await press(editing, 'Update Transaction');
  await expect.element(editing).toMatchTextContent('Edited by you');
  await press(editing, 'Keep My Changes');
  await expect.element(editing).not.toBeInTheDocument();
  await expect.element(findRow('Mine')).toMatchTextContent('+$9.00');
});

test('what was not touched is theirs, also if the own changes are kept', async () => {
  const description = editing.getByLabelText('Description *');
  const amount = editing.getByLabelText('Amount *');
  await press(page, 'Edit Coffee');
  await description.fill('Mine');
  kept.change(coffee, { amount: cents(700) });
  await press(editing, 'Update Transaction');
  const row = editing.getByRole('row').filter({ hasText: 'Amount' });
  await expect.element(row).toMatchTextContent('+$7.00+$7.00');
  await press(editing, 'Back to Editing');
  await expect.element(amount).toHaveValue('7.00');
  await expect.element(description).toHaveValue('Mine');
  kept.change(coffee, { amount: cents(800) });
  await press(editing, 'Update Transaction');
  await press(editing, 'Keep My Changes');
  await expect.element(findRow('Mine')).toMatchTextContent('+$8.00');
});

test('the other version can be used', async () => {
  await press(page, 'Edit Coffee');
  await fillTransaction(editing, mine);
  kept.change(coffee, { amount: cents(700), description: 'Theirs' });
  await press(editing, 'Update Transaction');
  await press(editing, 'Use Their Version');
  await expect.element(editing).not.toBeInTheDocument();
  await expect.element(findRow('Theirs')).toMatchTextContent('+$7.00');
  expect(kept.get(coffee)?.version).toBe(2);
});

test('deleting reports the change and asks again', async () => {
  await press(page, 'Delete Coffee');
  const question = findAlertDialog('Delete Transaction');
  await expect.element(question).toBeVisible();
  kept.change(coffee, { amount: cents(700), description: 'Dinner' }, 'Maya Chen');
  await press(question, 'Delete');
  await expectToast('Failed to delete transaction. Please try again.');
  await expect.element(question).toMatchTextContent('Someone else changed this transaction.');
  await expect.element(question).toMatchTextContent('Edited by you');
  await expect.element(question).toMatchTextContent(/\+\$5\.00.*\+\$7\.00/);
  await expectAccessible(question);
  await press(question, 'Delete');
  await expectToast('Transaction deleted successfully');
  await expect.element(page.getByText('No transactions found')).toBeVisible();
});

test('a deletion by someone else is reported and the input is kept', async () => {
  kept.add({ description: 'Stays' });
  await press(page, 'Edit Coffee');
  await fillTransaction(editing, mine);
  kept.remove(coffee);
  await press(editing, 'Update Transaction');
  const words = 'Someone else deleted this transaction. Your changes are still here.';
  await expect.element(editing.getByRole('alert')).toMatchTextContent(words);
  await expectTyped(editing, mine);
  await press(editing, 'Cancel');
  await press(findAlertDialog('Discard your changes?'), 'Discard');
  await expect.element(findRow('Coffee')).not.toBeInTheDocument();
  await expect.element(findRow('Stays')).toBeVisible();
});

test('a second transaction with one reference and amount is asked about', async () => {
  const adding = findDialog('Add Transaction');
  const check = { amount: '5', description: 'Check', reference: '1041' };
  const add = async () => {
    await press(page, 'Add Transaction');
    await fillTransaction(adding, check);
    await press(adding, 'Add Transaction');
  };
  await add();
  await expectToast('Transaction added successfully');
  await expect.element(adding).not.toBeInTheDocument();
  await add();
  await expect.element(adding).toMatchTextContent('Is this the same transaction?');
  expect(kept.list()).toHaveLength(2);
  await press(adding, 'Add Transaction');
  await expect.element(adding).not.toBeInTheDocument();
  expect(kept.list()).toHaveLength(3);
});
