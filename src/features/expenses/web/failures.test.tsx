/** What fails to load is loaded with Retry, and what may have been saved is saved exactly once. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectToast, findDialog, press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { expenseCalls } from '../contract.ts';
import { makeExpense, serveExpenses } from './testing/expense-samples.ts';

const unavailable = refuse(503, 'database_unavailable', 'Try again with the same key.');
const { list, create, balances } = expenseCalls;

test('expenses fail to load and load with Retry', async () => {
  serveExpenses();
  answer(list, unavailable);
  await open('/expenses');
  const alert = page.getByRole('alert').filter({ hasText: 'API request failed: 503' }).first();
  await expect.element(alert).toBeVisible();
  serveExpenses(makeExpense());
  await press(alert, 'Retry');
  await expect.element(page.getByRole('row', { name: 'Dinner' }).first()).toBeVisible();
});

test('balances fail to load and load with Retry', async () => {
  serveExpenses();
  answer(balances, refuse(403, 'forbidden', 'Not now'));
  await open('/expenses');
  const card = page.getByRole('region', { name: 'Member Balances' });
  const retry = card.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer(balances, { items: [], company: cents(0) });
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
});

test.each([
  ['the database is stopped', unavailable, "we don't know whether this was saved"],
  ['no answer comes', unreachable, "Can't reach the server."],
])('an expense is created exactly once when %s', async (_, failure, words) => {
  const kept = serveExpenses();
  answer(create, ({ body: { title, amount } }) => {
    kept.put(makeExpense({ title, amount }));
    return failure;
  });
  await open('/expenses?dialog=create');
  const dialog = findDialog('Create New Expense');
  await dialog.getByLabelText('Title').fill('Typed with care');
  await dialog.getByLabelText('Amount *').fill('12');
  await press(dialog, 'Create Expense');
  await expectToast('Failed to create expense');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(words);
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Typed with care');
  answer(create, ({ body }) => makeExpense({ title: body.title }));
  // It was saved, and is not asked about.
  await press(dialog, 'Create Expense');
  await expectToast('Expense created successfully!');
  // The same key and id keep the server from doing it twice.
  const [first, second, ...others] = requestsOf(create);
  expect(others).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});
