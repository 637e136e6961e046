/** Rows of expenses that many people share, of whom the list names only some. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { findPanel } from '#web/testing/controls.ts';
import { requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman', 'Tom Becker', 'Kenji Watanabe'];

/** A dinner of 40 people, as `shares=own` lists it. */
function servePart() {
  const whole = makeExpense({ people, amount: cents(15_000) });
  const kept = serveExpenses(whole);
  const own = whole.participantBreakdowns.filter(
    ({ participantId }) => participantId === memberId('Maya Chen'),
  );
  kept.put({ ...whole, participantCount: 40, participantBreakdowns: own });
  return { whole, kept };
}

test('a row counts everyone, and the panel waits for the whole expense', async () => {
  await page.viewport(1280, 900);
  const { whole, kept } = servePart();
  await open('/expenses?view=list');
  const row = page.getByRole('row', { name: /Dinner/ });
  await expect.element(row).toMatchTextContent('and 35 more');
  // Beside it stands the own share, which may be long.
  const more = row.getByText('and 35 more', { exact: true }).element();
  const { right } = more.getBoundingClientRect();
  expect(right).toBeLessThan(more.closest('td')?.getBoundingClientRect().right ?? 0);
  await expect.element(row).toMatchTextContent('$30.00');
  expect(requestsOf(expenseCalls.list).every(({ query }) => query.shares === 'own')).toBe(true);
  kept.put(whole);
  await page
    .getByRole('rowheader', { name: /Dinner/ })
    .getByRole('button')
    .click();
  const panel = findPanel('Dinner');
  await expect.element(panel.getByText('Priya Raman').first()).toBeVisible();
});

test('the table by member asks for whole expenses, and shows no row before', async () => {
  await page.viewport(1280, 900);
  const { whole, kept } = servePart();
  await open('/expenses?view=list');
  await expect.element(page.getByRole('row', { name: /Dinner/ })).toBeVisible();
  kept.put(whole);
  await page.getByText('By Member').click();
  const table = page.getByRole('table', { name: 'Expenses' });
  await expect.element(table.getByRole('columnheader', { name: 'Priya' })).toBeVisible();
  await expect
    .element(table.getByRole('row', { name: /Dinner/ }))
    .toMatchTextContent('$30.00$30.00');
  expect(requestsOf(expenseCalls.list).at(-1)?.query.shares).toBe('all');
});
