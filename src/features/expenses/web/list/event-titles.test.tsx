import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { page as pageOf } from '#kit/page.ts';
import { answer } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { sampleId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

test('rows and the filter name an event of another year', async () => {
  await page.viewport(1280, 900);
  serveExpenses();
  const gala = { id: sampleId('event', 7), title: 'Spring Gala' };
  const dinner = makeExpense({ eventId: gala.id });
  answer(expenseCalls.list, ({ query }) => ({
    expenses: pageOf([dinner], 1, query),
    totalAmount: dinner.amount,
    participants: [],
    events: [gala],
  }));
  await open(`/expenses?view=list&eventId=${gala.id}`);
  await expect.element(page.getByRole('row', { name: /Dinner/ })).toMatchTextContent('Spring Gala');
  const shown = () =>
    page.getByLabelText('Filter by Event').element().querySelector('option:checked')?.textContent;
  await expect.poll(shown).toBe('Spring Gala');
});
