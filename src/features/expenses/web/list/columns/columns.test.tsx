/** The table by member of an expense of many people. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { answer } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { nextId } from '#web/testing/session.ts';
import { expenseCalls } from '../../../contract.ts';
import { makeExpense, serveExpenses } from '../../testing/expense-samples.ts';

const count = 90;

/** A dinner that many people share, each $1.00. */
function serveLargeDinner(): void {
  serveExpenses();
  const participants = Array.from({ length: count }, (_, index) => ({
    id: nextId<'member'>('member'),
    name: `Person ${index}`,
  }));
  const dinner = {
    ...makeExpense(),
    participants: participants.map(({ id }) => id),
    participantBreakdowns: participants.map(({ id }) => ({
      participantId: id,
      amountOwed: cents(100),
    })),
  };
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([dinner], 1, query),
    totalAmount: dinner.amount,
    participants,
    events: [],
  }));
}

const table = page.getByRole('table', { name: 'Expenses' });
const countShares = () =>
  [...document.querySelectorAll('tbody td')].filter(({ textContent }) => textContent === '$1.00')
    .length;

test('all members are named, and their shares come as they are scrolled to', async () => {
  await page.viewport(1280, 900);
  serveLargeDinner();
  await open('/expenses?view=members');
  await expect.element(table.getByRole('columnheader', { name: 'Person 89' })).toBeInTheDocument();
  await expect.poll(countShares).toBeGreaterThan(12);
  expect(countShares()).toBeLessThan(40);
  const area = page.getByRole('region', { name: 'Expenses' }).last().element();
  area.scrollLeft = area.scrollWidth;
  await expect.poll(countShares).toBe(count);
  // Going back takes nothing away.
  area.scrollLeft = 0;
  await expect.poll(() => area.scrollLeft).toBe(0);
  expect(countShares()).toBe(count);
});

test('paper has the shares of all members', async () => {
  await page.viewport(1280, 900);
  serveLargeDinner();
  await open('/expenses?view=members');
  await expect.poll(countShares).toBeGreaterThan(12);
  expect(countShares()).toBeLessThan(40);
  dispatchEvent(new Event('beforeprint'));
  expect(countShares()).toBe(count);
});
