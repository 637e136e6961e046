/** Correcting a settled expense, and what its panel shows afterward. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseAction, expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { answer } from '#web/testing/network.ts';
import { getAddress, goBack, open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { buildReversal } from '../../correct.ts';
import { toSettled } from '../../revise.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const form = findDialog('Correct Expense');
const me = memberId('Maya Chen');

function serveSettled() {
  const dinner = makeExpense({ people: ['Maya Chen', 'Diego Alvarez'] });
  const original = toSettled(dinner, me, dinner.createdAt);
  const kept = serveExpenses(original);
  answer(expenseCalls.correct, ({ body: { replacement } }) => {
    const { id = original.id, amount, title } = replacement ?? original;
    const creation = { id, createdBy: me, now: original.settledAt };
    const reversal = toSettled(buildReversal(original, creation), me, original.settledAt);
    const corrected = { ...original, id, amount, title, replacesId: original.id };
    kept.put(corrected);
    kept.put({ ...original, replacedById: id });
    return { original, reversal, replacement: corrected };
  });
  return original;
}

async function correctTitle() {
  await form.getByLabelText('Title').fill('Dinner of nine');
  await press(form, 'Correct Expense');
  await expectToast('Expense corrected');
  await expect.element(form).not.toBeInTheDocument();
}

test('the panel of the original shows the replacement, and Back returns', async () => {
  const { id } = serveSettled();
  await open(`/expenses?expense=${id}`);
  await findPanel('Dinner').getByRole('button', { name: 'Correct...' }).click();
  await correctTitle();
  await expect.element(findPanel('Dinner of nine')).toBeVisible();
  expect(getAddress()).not.toContain(id);
  goBack();
  await expect.element(findPanel('Dinner')).toBeVisible();
});

test('from the list no panel opens', async () => {
  serveSettled();
  await open('/expenses?view=list');
  await chooseAction('Dinner', 'Correct...');
  await correctTitle();
  expect(getAddress()).not.toContain('expense=');
  await expect.element(page.getByText('Dinner of nine')).toBeVisible();
});
