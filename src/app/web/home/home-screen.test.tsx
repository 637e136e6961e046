/** Home: what comes first, what is left out of a new hub, and what treasurers see. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expenseCalls } from '#features/expenses/contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { cents, zeroCents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { answer, hold } from '#web/testing/network.ts';
import { leave, open } from '#web/testing/open.tsx';
import { nextId, today } from '#web/testing/session.ts';
import { serveHome, waitingPayment } from './testing/home-samples.ts';

const listRegions = () =>
  page
    .getByRole('main')
    .getByRole('region')
    .elements()
    .map((each) => {
      const heading = each.getAttribute('aria-labelledby');
      return heading ? document.getElementById(heading)?.textContent : each.ariaLabel;
    });

test('the day comes first, the areas last, and pictures of nothing are left out', async () => {
  serveHome();
  await open('/');
  await expect
    .element(page.getByText("Nothing to pay. Harbor dinner tomorrow at 6 PM; you haven't RSVP'd"))
    .toBeVisible();
  await expect
    .poll(listRegions)
    .toEqual([
      'Waiting for You',
      'Coming Up',
      'Asks',
      'Your balance',
      'Areas and actions',
      'Upcoming Events',
      'Expense Tracker',
      'Resources',
      'Member Directory',
    ]);
  const balance = page.getByRole('region', { name: 'Your balance' });
  await expect.element(balance.getByText('Nothing to pay, nothing owed')).toBeVisible();
  await expectAccessible(page.getByRole('main'));
});

test('nothing is shown until all of it is read, and then all of it', async () => {
  serveHome();
  const release = hold(paymentCalls.list);
  await open('/');
  await expect.element(page.getByText('Loading your day...')).toBeInTheDocument();
  expect(listRegions()).toEqual([]);
  release();
  await expect.element(page.getByRole('region', { name: 'Waiting for You' })).toBeVisible();
});

test('treasurers are told how many open expenses have no receipt', async () => {
  serveHome();
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([], query.receipts === 'none' ? 2 : 3, query),
    totalAmount: zeroCents,
    participants: [],
  }));
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '2 open expenses without a receipt' });
  await expect.element(row).toHaveAttribute('href', '/expenses?status=open&receipts=none');
  await expect.element(page.getByRole('link', { name: /^3 open expenses/ })).toBeVisible();
});

test('treasurers are told who is late, and by how much', async () => {
  serveHome();
  const daysAgo = (days: number) => {
    const noon = { timeZone: 'America/Los_Angeles', plainTime: '12:00' };
    const day = Temporal.PlainDate.from(today()).subtract({ days });
    return toInstant(day.toZonedDateTime(noon).toInstant());
  };
  const items = [77, 40, 3].map((days) => ({ memberId: nextId('member'), since: daysAgo(days) }));
  answer(walletCalls.debtors, { items });
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '2 members late, the oldest 47 days' });
  await expect.element(row).toHaveAttribute('href', '/wallets?belowZero=true');
  leave();

  serveHome();
  answer(walletCalls.debtors, { items: [{ memberId: nextId('member'), since: daysAgo(31) }] });
  await open('/', { as: 'treasurer' });
  await expect.element(page.getByRole('link', { name: '1 member late, 1 day' })).toBeVisible();
});

test('what waits is told with what it adds up to, and leads there', async () => {
  serveHome();
  const payments = [1_234_00, 50].map((amount) => waitingPayment(cents(amount)));
  answer(paymentCalls.list, ({ query }) => ({ payments: pageOf(payments, 2, query) }));
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '2 payments to confirm, $1,234.50' });
  await expect.element(row).toHaveAttribute('href', '/payments');
  await expect.element(page.getByText('1 event without your RSVP')).toBeVisible();
});

test('an admin of a new chapter is told what to do first', async () => {
  serveHome();
  await open('/', { as: 'admin' });
  const card = page.getByRole('region', { name: 'First Steps' });
  await expect.element(card.getByText('3 of 6 done')).toBeVisible();
  const names = () =>
    card
      .getByRole('listitem')
      .elements()
      .map((each) => each.textContent?.trim());
  expect(names()).toEqual([
    'Invite the members (done)',
    'Ask five members for one ask each',
    'Set the bank balance',
    'Add how to pay the chapter (done)',
    'Plan the first event (done)',
    'Log the first expense',
  ]);
});
