/** The filters of the list, above it where there is room. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getAddress, open } from '#web/testing/open.tsx';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

test('days are typed digit by digit, and a year begun is neither a filter nor lost', async () => {
  await page.viewport(1280, 900);
  serveExpenses(makeExpense({}));
  await open('/expenses');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.click({ position: { x: 15, y: 15 } });
  await userEvent.keyboard('0301202');
  await expect.element(from).toHaveValue('0202-03-01');
  expect(getAddress()).toBe('/expenses');
  await userEvent.keyboard('6');
  await expect.element(from).toHaveValue('2026-03-01');
  await expect.poll(getAddress).toBe('/expenses?from=2026-03-01');
  await page.getByRole('button', { name: 'Show All Expenses' }).click();
  await expect.element(from).toHaveValue('');
});
