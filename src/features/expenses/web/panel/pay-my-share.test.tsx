import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { findPanel } from '#web/testing/controls.ts';
import { answer } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, nextId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

async function openExpense(id: string): Promise<void> {
  await open(`/expenses?expense=${id}`);
  await expect.element(page.getByRole('heading', { name: 'Member Breakdown' })).toBeVisible();
}

test('whom an expense concerns pays their share, filled in', async () => {
  const expense = makeExpense({ people: ['Diego Alvarez', 'Maya Chen'], amount: cents(9_000) });
  serveExpenses(expense);
  await openExpense(expense.id);
  const panel = findPanel('Dinner');
  const link = panel.getByRole('link', { name: 'Pay My Share $45.00' });
  await expect.element(link).toBeVisible();
  await expectAccessible(panel);
  const address = new URL(link.element().getAttribute('href') ?? '', location.href);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    dialog: 'record',
    from: memberId('Maya Chen'),
    to: memberId('Diego Alvarez'),
    amount: '45.00',
    note: 'Dinner',
    expense: expense.id,
  });
});

test('what waits to be confirmed is not asked for again', async () => {
  const expense = makeExpense({ people: ['Diego Alvarez', 'Maya Chen'], amount: cents(9_000) });
  serveExpenses(expense);
  const payments = [
    {
      paymentId: nextId('payment'),
      from: memberId('Maya Chen'),
      to: memberId('Diego Alvarez'),
      amount: cents(4_500),
      status: 'waiting' as const,
    },
  ];
  answer(expenseCalls.detail, { ...expense, payments });
  await openExpense(expense.id);
  const panel = findPanel('Dinner');
  await expect
    .element(panel)
    .toMatchTextContent('Your payment of $45.00 is waiting to be confirmed.');
  await expect.element(panel.getByRole('link', { name: 'Waiting $45.00' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Pay My Share/ })).not.toBeInTheDocument();
});

test('the payer has nothing to pay', async () => {
  const expense = makeExpense({ people: ['Maya Chen', 'Diego Alvarez'] });
  serveExpenses(expense);
  await openExpense(expense.id);
  await expect
    .element(findPanel('Dinner').getByRole('button', { name: 'Edit Expense' }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: /Pay My Share/ })).not.toBeInTheDocument();
});
