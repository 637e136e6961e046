/** Home: what comes first, what is left out of a new hub, and what treasurers see. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dueCalls } from '#features/dues/contract.ts';
import { serveDues } from '#features/dues/web/testing/dues-samples.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { cents, zeroCents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { answer, hold } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, sampleId, today } from '#web/testing/session.ts';
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

test('treasurers see how many open expenses have no receipt', async () => {
  serveHome();
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([], query.receipts === 'none' ? 2 : 3, query),
    totalAmount: zeroCents,
    participants: [],
    events: [],
  }));
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '2 open expenses without a receipt' });
  await expect.element(row).toHaveAttribute('href', '/expenses?status=open&receipts=none');
  await expect.element(page.getByRole('link', { name: /^3 open expenses/ })).toBeVisible();
});

test('treasurers see who is late, by how much, and what to charge again', async () => {
  serveHome();
  serveDues({
    late: [
      ['Diego Alvarez', 250_00, -47],
      ['Priya Raman', 250_00, -10],
    ],
  });
  answer(dueCalls.proposals, {
    items: [
      {
        chargeId: sampleId('charge', 1),
        title: '2026 dues',
        chargedOn: today(),
        nextTitle: '2027 dues',
        nextDueOn: today(),
      },
    ],
  });
  await open('/', { as: 'treasurer' });
  await expect
    .element(page.getByRole('link', { name: '2 members late, up to 47 days' }))
    .toHaveAttribute('href', '/dues');
  await expect
    .element(
      page.getByRole('link', { name: /^2026 dues were charged a year ago\. Charge 2027 dues\?$/ }),
    )
    .toHaveAttribute('href', `/dues?dialog=new-charge&of=${sampleId('charge', 1)}`);
});

test('a member reads in one sentence what is to be paid and late, with a link to it', async () => {
  serveHome();
  serveDues({ late: [['Maya Chen', 250_00, -12]] });
  const maya = { memberId: memberId('Maya Chen'), name: 'Maya Chen', walletId: null };
  const owed = { open: zeroCents, wallet: cents(-250_00), standing: cents(-250_00) };
  answer(expenseCalls.standings, {
    items: [{ ...maya, ...owed, otherCurrencies: [] }],
    chapter: cents(250_00),
  });
  await open('/');
  const late = page.getByRole('link', { name: '$250.00 to pay, 12 days late.' });
  await expect.element(late).toHaveAttribute('href', '/dues');
  await expect.element(page.getByRole('link', { name: /member late/ })).not.toBeInTheDocument();
});

test('what was spent together says what it excludes', async () => {
  serveHome();
  answer(expenseCalls.total, { totalAmount: cents(17_00), excludedAmount: cents(5_00) });
  await open('/');
  await expect.element(page.getByText('spent together, all time (excludes $5.00)')).toBeVisible();
});

test('what waits is shown with what it adds up to, and leads there', async () => {
  serveHome();
  const payments = [1_234_00, 50].map((amount) => waitingPayment(cents(amount)));
  answer(paymentCalls.list, ({ query }) => ({ payments: pageOf(payments, 2, query) }));
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '2 payments to confirm, $1,234.50' });
  await expect.element(row).toHaveAttribute('href', '/payments');
  await expect.element(page.getByText('1 event without your RSVP')).toBeVisible();
});

test('what waits is read again every half minute', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => intervals.mockRestore());
  serveHome();
  await open('/', { as: 'treasurer' });
  const row = page.getByRole('link', { name: '3 open expenses to settle' });
  await expect.element(page.getByRole('region', { name: 'Waiting for You' })).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([], 3, query),
    totalAmount: zeroCents,
    participants: [],
    events: [],
  }));
  const listRefreshes = () =>
    intervals.mock.calls.flatMap(([act, after]) =>
      after === 30_000 && typeof act === 'function' ? [act] : [],
    );
  // They begin once the card is painted.
  await expect.poll(() => listRefreshes().length).toBeGreaterThan(0);
  for (const refresh of listRefreshes()) refresh();
  await expect.element(row).toBeVisible();
});

test('an admin of a new chapter sees what to do first', async () => {
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
