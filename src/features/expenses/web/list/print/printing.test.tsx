/** The board sheet: a filtered list on paper, with nothing of the member who prints it. */

import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectToast } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, members } from '#web/testing/session.ts';
import { expenseCalls } from '../../../contract.ts';
import { makeExpense, serveExpenses } from '../../testing/expense-samples.ts';

const emulate = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
const count = 205;
const sheet = () => document.querySelector<HTMLElement>('[data-printed]');

beforeEach(() => {
  serveExpenses();
  const all = Array.from({ length: count }, (_, n) =>
    makeExpense({ title: `Dinner ${n}`, people: ['Diego Alvarez', 'Maya Chen'], category: 'Food' }),
  );
  answer(expenseCalls.list, ({ query: { skip, take } }) => ({
    expenses: pageOf(all.slice(skip, skip + take), count, { skip, take }),
    totalAmount: cents(20_500_00),
    participants: members.map(({ id, displayName }) => ({ id, name: displayName })),
    events: [],
  }));
  vi.spyOn(window, 'print').mockImplementation(() => {});
});
afterEach(async () => {
  dispatchEvent(new Event('afterprint'));
  await emulate('');
});

const address = `/expenses?view=list&category=Food&paidBy=${memberId('Diego Alvarez')}&from=2026-01-01&to=2026-12-31`;

test('the button prints all rows of the filter, and nothing of the screen', async () => {
  await open(address);
  await page.getByRole('button', { name: 'Print...' }).click();
  await expect.poll(() => vi.mocked(window.print).mock.calls.length).toBe(1);
  await emulate('print');
  const printed = page.getByRole('table', { name: 'Expenses' });
  await expect.element(printed).toBeVisible();
  expect(printed.elements()).toHaveLength(1);
  expect(sheet()?.querySelectorAll('tbody tr')).toHaveLength(count);
  const text = document.body.innerText;
  for (const words of [
    'San Diego',
    'Jan 1, 2026 – Dec 31, 2026',
    'Category Food · paid by Diego Alvarez',
    '205 expenses, $20,500.00',
  ]) {
    expect(text).toContain(words);
  }
  for (const words of ['Your', 'Add Expense', 'Expense Tracker', 'Showing', 'On this sheet']) {
    expect(text).not.toContain(words);
  }
  expect(sheet()?.querySelector('svg, button, a')).toBeNull();
  expect(requestsOf(expenseCalls.list).at(-1)?.query).toMatchObject({
    corrections: 'current',
    category: 'Food',
  });
  // On the screen nothing has changed, and afterward nothing is left.
  await emulate('');
  expect(getComputedStyle(sheet() as HTMLElement).display).toBe('none');
  dispatchEvent(new Event('afterprint'));
  await expect.poll(sheet).toBeNull();
});

test('long words beside them do not break days, states and amounts', async () => {
  await page.viewport(720, 900);
  const long = makeExpense({ title: 'W'.repeat(200), category: 'C'.repeat(100) });
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([long], 1, query),
    totalAmount: long.amount,
    participants: members.map(({ id, displayName }) => ({ id, name: displayName })),
    events: [],
  }));
  await open('/expenses?view=list');
  await page.getByRole('button', { name: 'Print...' }).click();
  await expect.poll(() => vi.mocked(window.print).mock.calls.length).toBe(1);
  await emulate('print');
  await expect.element(page.getByRole('table', { name: 'Expenses' })).toBeVisible();
  const linesOf = (cell: Element) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  };
  const cells = [...(sheet()?.querySelectorAll('tbody td') ?? [])];
  expect(cells.map(linesOf).toSpliced(1, 3)).toEqual([1, 1, 1, 1]);
});

test("the browser's own command prints the page that is shown, and says which", async () => {
  await open(`${address}&page=2`);
  await expect.element(page.getByText(/^Showing 40 of 205 expenses/)).toBeVisible();
  // The screen listens once it has painted.
  const printPage = () => {
    dispatchEvent(new Event('beforeprint'));
    return sheet()?.querySelectorAll('tbody tr').length;
  };
  await expect.poll(printPage).toBe(40);
  expect(sheet()?.textContent).toContain('On this sheet: 41–80.');
});

test('what cannot be loaded is not printed', async () => {
  await open(address);
  await expect.element(page.getByRole('button', { name: 'Print...' })).toBeVisible();
  answer(expenseCalls.list, refuse(503, 'not_ready', 'Not now'));
  await page.getByRole('button', { name: 'Print...' }).click();
  await expectToast("Couldn't load what to print.");
  expect(window.print).not.toHaveBeenCalled();
  expect(sheet()).toBeNull();
});
