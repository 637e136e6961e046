/** Settle Up is about the user: what they pay and get, by expense and by name. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { findPanel } from '#web/testing/controls.ts';
import { answer, refuse } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, members } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const panel = findPanel('Settle Up');
const other = panel.getByText('1 other payment');

beforeEach(() => {
  serveExpenses(
    makeExpense({ title: 'Padres tickets', people: ['Maya Chen', 'Priya Raman'] }),
    makeExpense({
      title: 'Taxi',
      amount: cents(3_000),
      people: ['Diego Alvarez', 'Maya Chen', 'Tom Becker'],
    }),
  );
  answer(expenseCalls.standings, {
    items: members.map(({ id, displayName }, index) => ({
      memberId: id,
      name: displayName,
      open: cents(index === 0 ? 4_000 : -1_000),
      wallet: cents(0),
      standing: cents(index === 0 ? 4_000 : -1_000),
      walletId: null,
      otherCurrencies: [],
    })),
    chapter: cents(0),
  });
  const [maya, diego] = [memberId('Maya Chen'), memberId('Diego Alvarez')];
  answer(expenseCalls.settleUp, {
    items: [
      { from: null, to: maya, amount: cents(4_000) },
      { from: diego, to: memberId('Tom Becker'), amount: cents(1_000) },
    ],
    left: [{ from: diego, to: null, amount: cents(1) }],
    smallestPayment: cents(100),
  });
});

test('a member reads why they get or owe, by name, and nothing of the payments of others', async () => {
  await open('/expenses?panel=settle-up');
  await expect.element(panel.getByRole('heading', { name: "You're Owed $50.00" })).toBeVisible();
  const gains = panel.getByRole('list', { name: "You're Owed" }).getByRole('listitem');
  await expect.element(gains).toMatchTextContent('Padres tickets');
  await expect.element(gains).toMatchTextContent('Priya Raman owes you $50.00');
  const debts = panel.getByRole('list', { name: 'You Owe' }).getByRole('listitem');
  await expect.element(debts).toMatchTextContent('You owe Diego Alvarez $10.00');
  const own = panel.getByRole('list', { name: 'Your payments' }).getByRole('listitem');
  expect(own.elements()).toHaveLength(1);
  await expect.element(panel).toMatchTextContent('This plan settles all balances');
  await expect.element(other).not.toBeInTheDocument();
  await expect.element(panel).not.toMatchTextContent('left for next time');
  expect(panel.element().textContent).not.toContain('Tom Becker');
  await expectAccessible(panel);
});

test('a treasurer opens the payments of the others', async () => {
  await open('/expenses?panel=settle-up', { as: 'treasurer' });
  await expect.element(panel).toMatchTextContent('1 amount below $1.00 is left for next time');
  const others = panel.getByRole('list', { name: 'Other payments' });
  await expect.element(others).not.toBeInTheDocument();
  await other.click();
  await expect.element(others).toMatchTextContent('Tom Becker');
});

test('a failed read of the expenses says so and leaves the payments', async () => {
  await open('/expenses');
  answer(expenseCalls.list, refuse(500, 'broken', 'Out of order'));
  await page.getByRole('button', { name: 'Settle Up' }).click();
  await expect.element(panel.getByRole('list', { name: 'Your payments' })).toBeVisible();
  await expect.element(panel).toMatchTextContent("Couldn't load your open expenses.");
});
