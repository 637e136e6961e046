/** What lists and the panel say of a settled share, and that no tick tells those who owe that they don't. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { findPanel } from '#web/testing/controls.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { toSettled } from '../../revise.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const table = page.getByRole('table', { name: 'Expenses' });
const row = table.getByRole('row', { name: /Dinner/ });
/** A tick is written in lists, and drawn in panels. */
const ticks = () => [
  ...document.querySelectorAll('.lucide-check'),
  ...(document.body.innerText.match(/✓/g) ?? []),
];

/** $30.00 each, which Diego paid: Maya's is covered, though she may owe others; of Priya's $12.00 are open. */
function serveDinner() {
  const people = ['Diego Alvarez', 'Maya Chen', 'Priya Raman'];
  const dinner = makeExpense({ people, amount: cents(9_000), useWalletTransactions: true });
  serveExpenses({
    ...toSettled(dinner, memberId('Diego Alvarez'), dinner.createdAt),
    openCharges: [{ memberId: memberId('Priya Raman'), amount: cents(1_200) }],
  });
}

test('a row and the panel say in words what is covered', async () => {
  await page.viewport(1280, 900);
  serveDinner();
  await open('/expenses?view=list');
  await expect.element(row).toMatchTextContent(/Covered .*\$30\.00/);
  expect(ticks()).toEqual([]);
  await row.getByRole('button', { name: 'Dinner', exact: true }).click();
  const panel = findPanel('Dinner');
  await expect.element(panel).toMatchTextContent('2 of 3 covered, $12.00 open');
  await expect.element(panel).toMatchTextContent('Charged $30.00, $12.00 open');
  await expect.element(panel).toMatchTextContent('Maya ChenCovered $30.00');
  expect(ticks()).toEqual([]);
});

test('by member and on a phone, too', async () => {
  await page.viewport(1280, 900);
  serveDinner();
  await open('/expenses?view=members');
  await expect.element(row).toMatchTextContent(/Covered \$30\.00.*Partly covered \$30\.00/);
  expect(ticks()).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(page.getByText('Covered $30.00', { exact: true })).toBeVisible();
});
