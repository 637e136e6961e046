/** What screens say and allow while the server cannot be reached. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serveDues } from '#features/dues/web/testing/dues-samples.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { toDeleted } from '#features/expenses/revise.ts';
import { makeExpense, serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { page as pageOf } from '#kit/page.ts';
import { queryClient } from '#web/api/query-client.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { press } from '#web/testing/controls.ts';
import { answer, fail, unreachable } from '#web/testing/network.ts';
import { open, readAgain } from '#web/testing/open.tsx';

const dinner = makeExpense({ title: 'Founding dinner' });
const listed = {
  expenses: pageOf([dinner], 1, { skip: 0, take: 40 }),
  totalAmount: dinner.amount,
  participants: [],
  events: [],
};
const main = page.getByRole('main');
const add = main.getByRole('button', { name: 'Add Expense' });
const rests = { description: 'Unavailable while disconnected. What you see may be out of date.' };

async function openExpenses(): Promise<void> {
  serveExpenses();
  answer(expenseCalls.list, listed);
  await open('/expenses');
  await expect.element(main.getByText('Founding dinner')).toBeVisible();
  // What is on the screen is read again only once its components have subscribed.
  await expect.poll(() => listActive().length).toBeGreaterThan(5);
}

const listActive = () => queryClient.getQueryCache().findAll({ type: 'active' });

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
});

test('offline, a screen says from when its data is, and money rests until the connection is back', async () => {
  await openExpenses();
  await expect.element(add).toBeEnabled();
  setOnline(false);
  const banner = main.getByText(/You're offline\. Showing \d+:\d\d [AP]M\./);
  await expect.element(banner).toBeVisible();
  await expect.element(main.getByText('Founding dinner')).toBeVisible();
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  await expect.element(add).toHaveAccessibleDescription(rests.description);
  await expectAccessible(banner);
  setOnline(true);
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(add).not.toHaveAttribute('aria-disabled');
});

test('offline, what was deleted is not restored, either', async () => {
  serveExpenses(toDeleted(dinner, dinner.createdAt));
  await open('/expenses?status=deleted');
  await expect.element(main.getByText('Founding dinner')).toBeVisible();
  setOnline(false);
  await press(main, 'Actions for Founding dinner');
  await expect.element(page.getByRole('menuitem', { name: 'History' })).toBeEnabled();
  await expect.element(page.getByRole('menuitem', { name: 'Restore' })).toBeDisabled();
});

test.each([
  { path: '/payments', names: ['Record Several', 'Record Payment'] },
  { path: '/dues', names: ['New Charge'] },
])('offline, what leads to money on $path rests', async ({ path, names }) => {
  serveExpenses();
  serveDues();
  answer(paymentCalls.list, ({ query }) => ({ payments: pageOf([], 0, query) }));
  await open(path, { as: 'treasurer' });
  for (const name of names) {
    const button = main.getByRole('button', { name });
    setOnline(true);
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    setOnline(false);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  }
});

test.each([
  { failure: unreachable, reason: "Can't reach the server" },
  { failure: fail(500), reason: "Couldn't refresh" },
])('what could not be read again is old, and one press reads it ($reason)', async (given) => {
  await openExpenses();
  answer(expenseCalls.list, given.failure);
  await readAgain();
  const banner = main.getByText(new RegExp(`${given.reason}\\. Showing \\d+:\\d\\d [AP]M\\.`));
  await expect.element(banner).toBeVisible();
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  answer(expenseCalls.list, listed);
  await press(main.getByRole('status').filter({ hasText: 'Showing' }), 'Retry');
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(add).not.toHaveAttribute('aria-disabled');
});

test('a balance that was read more than ten minutes ago says when', async () => {
  await openExpenses();
  const old = main.getByText(/^as of \d+:\d\d [AP]M$|^as of \w+ \d+, \d{4}, \d+:\d\d [AP]M$/);
  await expect.element(main.getByText('From open expenses')).toBeVisible();
  await expect.element(old).not.toBeInTheDocument();
  const now = Temporal.Now.instant().epochMilliseconds;
  for (const query of listActive()) {
    queryClient.setQueryData(query.queryKey, query.state.data, { updatedAt: now - 11 * 60_000 });
  }
  await expect.element(old).toBeVisible();
});
