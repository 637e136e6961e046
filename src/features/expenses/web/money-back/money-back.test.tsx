/** Recording what came back for a settled expense, and reversing it. */
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import {
  chooseAction,
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import type { SettledExpense } from '../../expense.ts';
import { buildMoneyBack } from '../../money-back.ts';
import { toSettled } from '../../revise.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const form = findDialog('Money Back');
const me = memberId('Maya Chen');

/** A dinner of $90 that three people shared, and a server that brings money back for it. */
function serveSettled(more: Partial<SettledExpense> = {}) {
  const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];
  const dinner = makeExpense({ people, amount: cents(9_000), useWalletTransactions: true });
  const original = { ...toSettled(dinner, me, dinner.createdAt), ...more };
  const kept = serveExpenses(original);
  answer(expenseCalls.moneyBack, ({ body: { id = original.id, ...fields } }) => {
    const creation = { id, createdBy: me, now: original.settledAt };
    const moneyBack = toSettled(buildMoneyBack(original, fields, creation), me, original.settledAt);
    const { amount, expenseDate } = fields;
    kept.put({ ...original, moneyBack: [{ expenseId: id, amount, expenseDate }] });
    kept.put(moneyBack);
    return moneyBack;
  });
  return { original, kept };
}

test('says whose balance moves by how much, records it, and both expenses lead to each other', async () => {
  const { original } = serveSettled();
  await open(`/expenses?expense=${original.id}`);
  const panel = findPanel('Dinner');
  await panel.getByRole('button', { name: 'Money Back...' }).click();
  const amount = form.getByLabelText('Amount');
  await expect.element(amount).toHaveFocus();
  await expect.element(form).toMatchTextContent('At most $90.00.');
  await expect.element(form.getByLabelText('Received By')).toMatchTextContent('Maya Chen');
  await userEvent.keyboard('30');
  await expect.element(form).toMatchTextContent('Diego Alvarez+$10.00');
  await expect.element(form).toMatchTextContent('Maya Chen-$20.00');
  await expectAccessible(form);
  await userEvent.keyboard('{Enter}');
  await expectToast('Money back recorded');
  await expect.element(form).not.toBeInTheDocument();
  const [sent] = requestsOf(expenseCalls.moneyBack);
  expect(sent?.body).toMatchObject({ amount: cents(3_000), receivedBy: me });
  await panel.getByRole('button', { name: /\$30\.00 on/ }).click();
  const back = findPanel('Money back: Dinner');
  await expect.element(back).toMatchTextContent('Received $30.00');
  await expect.element(back).toMatchTextContent('Credited to wallet $10.00');
  await expect.element(back.getByRole('button', { name: 'Reverse...' })).toBeVisible();
  await expect.element(back.getByRole('button', { name: 'Duplicate' })).not.toBeInTheDocument();
  await back.getByRole('button', { name: 'Dinner' }).click();
  await expect.element(panel).toBeVisible();
  // It is corrected once what came back is reversed.
  await expect.element(panel.getByRole('button', { name: 'Correct...' })).not.toBeInTheDocument();
});

test('too much, nothing and a typing error are reported at the field, and nothing is sent', async () => {
  const { original } = serveSettled();
  await open(`/expenses?expense=${original.id}&dialog=money-back&subject=${original.id}`);
  for (const [typed, message] of [
    ['', 'Enter an amount'],
    ['0', 'Amount must be greater than 0'],
    ['90.01', 'At most $90.00 can still come back for this expense'],
    ['12,5', 'Enter an amount like 1,234.56'],
  ] as const) {
    await form.getByLabelText('Amount').fill(typed);
    await press(form, 'Record Money Back');
    await expect.element(form).toMatchTextContent(message);
  }
  expect(requestsOf(expenseCalls.moneyBack)).toHaveLength(0);
});

test('the same amount of the same day is asked about, and recorded if it is another payment', async () => {
  const { original, kept } = serveSettled();
  const expenseDate = original.settledAt;
  kept.put({
    ...original,
    moneyBack: [{ expenseId: makeExpense().id, amount: cents(3_000), expenseDate }],
  });
  await open(`/expenses?expense=${original.id}&dialog=money-back&subject=${original.id}`);
  await form.getByLabelText('Amount').fill('30');
  await press(form, 'Record Money Back');
  await expect.element(form).toMatchTextContent('Is this the same money?');
  expect(requestsOf(expenseCalls.moneyBack)).toHaveLength(0);
  await form.getByLabelText('Amount').fill('30.00');
  await expect.element(form).not.toMatchTextContent('Is this the same money?');
  await press(form, 'Record Money Back');
  await press(form, 'Record Money Back');
  await expectToast('Money back recorded');
  expect(requestsOf(expenseCalls.moneyBack)).toHaveLength(1);
});

test('what the server refuses stays in the form, with what was typed', async () => {
  const { original } = serveSettled();
  const message = 'At most $5.00 can still come back for this expense';
  answer(expenseCalls.moneyBack, () => refuse(422, 'more_than_left', message, { field: 'amount' }));
  await open(`/expenses?expense=${original.id}&dialog=money-back&subject=${original.id}`);
  await form.getByLabelText('Amount').fill('30');
  await press(form, 'Record Money Back');
  await expect.element(form).toMatchTextContent(message);
  await expect.element(form.getByLabelText('Amount')).toHaveValue('30');
});

test('what did not come is reversed after a question', async () => {
  const { original, kept } = serveSettled();
  const creation = { id: original.id, createdBy: me, now: original.settledAt };
  const fields = { amount: cents(9_000), receivedBy: null, expenseDate: original.expenseDate };
  const built = { ...buildMoneyBack(original, fields, creation), title: 'Refund' };
  const moneyBack = { ...toSettled(built, me, original.settledAt), id: makeExpense().id };
  kept.put(moneyBack);
  kept.put({ ...original, moneyBack: [{ expenseId: moneyBack.id, ...fields }] });
  answer(expenseCalls.correct, () => ({
    original: moneyBack,
    reversal: moneyBack,
    replacement: null,
  }));
  await open('/expenses?view=list');
  await chooseAction('Refund', 'Reverse...');
  const question = findAlertDialog('Reverse Money Back');
  await expect.element(question).toMatchTextContent('The chapter+$90.00');
  await expectAccessible(question);
  await press(question, 'Reverse Money Back');
  await expectToast('Money back reversed');
  expect(requestsOf(expenseCalls.correct)[0]?.body).toEqual({ replacement: null });
});

test('is not offered once all came back', async () => {
  const { original, kept } = serveSettled();
  const { expenseDate } = original;
  const all = { expenseId: makeExpense().id, amount: original.amount, expenseDate };
  kept.put({ ...original, moneyBack: [all] });
  await open(`/expenses?expense=${original.id}`);
  const panel = findPanel('Dinner');
  await expect.element(panel.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await expect
    .element(panel.getByRole('button', { name: 'Money Back...' }))
    .not.toBeInTheDocument();
});
