/** Settling one expense or several: the question, how it was paid, and what is left after a failure. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cents } from '#kit/money.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import {
  chooseAction,
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, fail, hold, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const pair = ['Maya Chen', 'Diego Alvarez'];
const discarding = findAlertDialog('Discard your changes?');
const question = findAlertDialog('Mark as Paid Outside');
const many = findDialog('Settle Expenses');
const note = 'Note';

/** Three expenses that settle in wallets, or outside of them. */
function serveThree(useWalletTransactions: boolean) {
  const [a, b, c] = [1_000, 2_002, 4_000].map((amount, index) =>
    makeExpense({
      title: `Retreat ${'ABC'[index]}`,
      amount: cents(amount),
      people: pair,
      useWalletTransactions,
    }),
  ) as [Sample, Sample, Sample];
  return { a, b, c, kept: serveExpenses(a, b, c) };
}
type Sample = ReturnType<typeof makeExpense>;

/** What everyone has is what the others have to pay. */
function serveStandings(): void {
  const items = pair.map((name, index) => ({
    memberId: memberId(name),
    name,
    open: cents(index === 0 ? 3_511 : -3_511),
    wallet: cents(0),
    standing: cents(index === 0 ? 3_511 : -3_511),
    walletId: null,
    otherCurrencies: [],
  }));
  answer(expenseCalls.standings, { items, chapter: cents(0) });
}

describe('one expense', () => {
  test('is marked as paid outside: who paid whom, when and how, and the focus returns', async () => {
    const expense = makeExpense({ people: [...pair, 'Priya Raman'], amount: cents(9_000) });
    const kept = serveExpenses(expense);
    await open(`/expenses?expense=${expense.id}`);
    const panel = findPanel('Dinner');
    const opener = panel.getByRole('button', { name: 'Mark as Paid Outside...' });
    await opener.click();
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect.element(question).toMatchTextContent('$90.00');
    await expect.element(question).toMatchTextContent('You can correct it later.');
    await expect
      .element(question)
      .toMatchTextContent(
        'your balance falls by $60.00, and those of 2 people rise by $30.00 each.',
      );
    await expectAccessible(question);
    // There is nothing to discard yet.
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    await question.getByRole('checkbox', { name: /Priya Raman/ }).click();
    await expect
      .element(question)
      .toMatchTextContent('Anyone left unchecked is charged and still owes their share.');
    const day = question.getByLabelText('Day *');
    await day.fill('');
    await press(question, 'Mark as Paid Outside');
    await expect.element(day).toHaveFocus();
    await expect.element(day).toHaveAccessibleDescription(/Choose the day/);
    expect(requestsOf(expenseCalls.settle)).toEqual([]);
    await day.fill('2026-03-01');
    await question.getByLabelText(note).fill('Cash');
    await press(question, 'Mark as Paid Outside');
    await expectToast('Expense settled successfully');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(panel).toMatchTextContent('Cash');
    expect(kept.get(expense.id).status).toBe('settled');
    expect(requestsOf(expenseCalls.settle).map(({ body }) => body)).toEqual([
      {
        note: 'Cash',
        paidOutside: {
          paidOn: '2026-03-01',
          method: 'bank',
          memberIds: [memberId('Diego Alvarez')],
        },
      },
    ]);
  });

  test('in wallets is charged, which changes no balance', async () => {
    const expense = makeExpense({ people: pair, useWalletTransactions: true });
    serveExpenses(expense);
    await open(`/expenses?dialog=settle&subject=${expense.id}`);
    const dialog = findAlertDialog('Settle Expense');
    await expect
      .element(dialog)
      .toMatchTextContent("No one's balance changes. Open shares move to wallets.");
    await press(dialog, 'Settle Expense');
    await expectToast('Expense settled successfully');
    expect(requestsOf(expenseCalls.settle).map(({ body }) => body)).toEqual([{}]);
  });

  test('that may be recorded already asks, and records it if confirmed', async () => {
    const expense = makeExpense({ people: pair });
    serveExpenses(expense);
    answer(expenseCalls.settle, ({ body }) =>
      body?.paidOutside?.isDuplicateAllowed
        ? unreachable
        : refuse(409, 'possible_duplicates', 'Nothing was recorded. 1 payment needs attention.'),
    );
    await open(`/expenses?dialog=settle&subject=${expense.id}`);
    await press(question, 'Mark as Paid Outside');
    await expect.element(question.getByRole('alert')).toMatchTextContent('Nothing was recorded');
    await press(question, 'Record Anyway');
    await press(question, 'Mark as Paid Outside');
    await expect
      .poll(() => requestsOf(expenseCalls.settle).map(({ body }) => body?.paidOutside))
      .toMatchObject([{}, { isDuplicateAllowed: true }]);
  });

  test.for(['{Escape}', 'Cancel'])('keeps a typed note from %s', async (way) => {
    const expense = makeExpense({ people: pair });
    serveExpenses(expense);
    await open(`/expenses?dialog=settle&subject=${expense.id}`);
    const field = question.getByLabelText(note);
    await field.fill('Cash');
    const leave = () => (way === 'Cancel' ? press(question, way) : userEvent.keyboard(way));
    await leave();
    await press(discarding, 'Keep Editing');
    await expect.element(discarding).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('Cash');
    await leave();
    await press(discarding, 'Discard');
    await expect.element(question).not.toBeInTheDocument();
    expect(requestsOf(expenseCalls.settle)).toEqual([]);
  });

  test('that could not be settled keeps the note, and trying again is the same request', async () => {
    const expense = makeExpense({ people: pair });
    const kept = serveExpenses(expense);
    answer(expenseCalls.settle, unreachable);
    await open(`/expenses?dialog=settle&subject=${expense.id}`);
    await question.getByLabelText(note).fill('Cash');
    const getKeys = () =>
      requestsOf(expenseCalls.settle).map(({ headers }) => headers.get('idempotency-key'));
    for (const attempt of [1, 2]) {
      await press(question, 'Mark as Paid Outside');
      await expect.poll(getKeys).toHaveLength(attempt);
      await expectToast('Failed to settle expense');
      await expect
        .element(question.getByRole('button', { name: 'Mark as Paid Outside' }))
        .toBeEnabled();
      await expect.element(question.getByLabelText(note)).toHaveValue('Cash');
    }
    expect(new Set(getKeys()).size).toBe(1);
    expect(kept.get(expense.id).status).toBe('open');
  });
});

describe('several expenses', () => {
  test('the chosen ones are settled, after what happens to every standing is shown', async () => {
    const { a, b, c, kept } = serveThree(true);
    serveStandings();
    await open('/expenses?searchTerm=Retreat');
    await press(page, 'Settle These...');
    await expect.poll(() => many.getByRole('checkbox').elements().length).toBe(3);
    await expect.element(many).toMatchTextContent('Choose the expenses to mark as settled.');
    const none = many.getByRole('button', { name: 'Settle Expenses' });
    await expect.element(none).toBeDisabled();
    await expect.element(none).toHaveAccessibleDescription('Choose what to settle.');
    await press(many, 'Select All');
    await expect
      .element(many)
      .toMatchTextContent('Are you sure you want to settle these expenses?');
    await expect.element(many).toMatchTextContent('Total $70.02');
    const moved = many.getByRole('region', { name: 'Charged to Wallets' }).getByRole('listitem');
    await expect.element(moved.nth(0)).toMatchTextContent(/Diego Alvarez-\$35\.01.*, unchanged/);
    await expect.element(moved.nth(1)).toMatchTextContent(/Maya Chen\+\$35\.01/);
    await many.getByRole('checkbox', { name: 'Retreat B' }).click();
    await expect.element(many).toMatchTextContent('Total $50.00');
    await expect.element(moved.nth(0)).toMatchTextContent(/-\$25\.00/);
    await expectAccessible(many);
    await press(many, 'Settle 2 Expenses');
    await expectToast('2 expenses settled successfully');
    await expect.element(many).not.toBeInTheDocument();
    expect([a, b, c].map(({ id }) => kept.get(id).status)).toEqual(['settled', 'open', 'settled']);

    // Settled expenses are not offered again.
    await press(page, 'Settle These...');
    await expect.poll(() => many.getByRole('checkbox').elements().length).toBe(1);
    await many.getByRole('checkbox').click();
    await press(many, 'Settle 1 Expense');
    await expectToast('Expense settled successfully');
    await expect
      .element(page.getByRole('button', { name: 'Settle These...' }))
      .not.toBeInTheDocument();
  });

  test('paid outside ask when and how, and that is recorded with each', async () => {
    serveThree(false);
    serveStandings();
    await open('/expenses?dialog=settle-shown');
    await press(many, 'Select All');
    const outside = many.getByRole('region', { name: 'Paid Outside' });
    await expect.poll(() => outside.getByRole('listitem').elements().length).toBe(3);
    await expect
      .element(outside)
      .toMatchTextContent("your balance falls by $35.01, and Diego Alvarez's rises by $35.01.");
    const field = many.getByLabelText(note);
    await field.fill('Cash at the door');
    await userEvent.keyboard('{Escape}');
    await press(discarding, 'Keep Editing');
    await expect.element(field).toHaveValue('Cash at the door');
    await press(many, 'Settle 3 Expenses');
    await expectToast('3 expenses settled successfully');
    const bodies = requestsOf(expenseCalls.settle).map(({ body }) => body);
    expect(bodies).toMatchObject(
      Array(3).fill({ note: 'Cash at the door', paidOutside: { method: 'bank' } }),
    );
  });

  test('none of which is open cannot be settled', async () => {
    serveExpenses();
    await open('/expenses?dialog=settle-shown');
    await expect.element(many).toMatchTextContent('None of these expenses is open.');
    await expect.element(many.getByRole('button', { name: 'Settle Expenses' })).toBeDisabled();
  });

  test('one changed in the meantime is named and can be settled in its latest version', async () => {
    const { a, b, c, kept } = serveThree(true);
    await open('/expenses?dialog=settle-shown');
    await press(many, 'Select All');
    await expect.element(many).toMatchTextContent('Total $70.02');
    kept.change(b.id, { amount: cents(3_100) });
    const release = hold(expenseCalls.list);
    await press(many, 'Settle 3 Expenses');
    await expect.element(many.getByRole('button', { name: 'Settling 3 of 3...' })).toBeDisabled();
    release();
    const alert = many.getByRole('alert');
    await expect.element(alert).toMatchTextContent('2 settled. 1 not settled:');
    await expect.element(alert).toMatchTextContent('"Retreat B"');
    await expect.element(many).toMatchTextContent('Total $31.00');
    expect([a, b, c].map(({ id }) => kept.get(id).status)).toEqual(['settled', 'open', 'settled']);
    await press(many, 'Settle 1 Expense');
    await expectToast('Expense settled successfully');
    expect(kept.get(b.id).status).toBe('settled');
  });

  test.for([
    ['a lost connection', unreachable],
    ['a failure of the server', fail(503)],
  ] as const)('%s stops with a message, and what was not tried is left', async ([, failure]) => {
    const { a, b, c } = serveThree(true);
    await open('/expenses?dialog=settle-shown');
    await press(many, 'Select All');
    await expect.element(many).toMatchTextContent('Total $70.02');
    answer(expenseCalls.settle, failure);
    await press(many, 'Settle 3 Expenses');
    const alert = many.getByRole('alert');
    await expect.element(alert).toMatchTextContent('Nothing was settled. Stopped at:');
    expect(requestsOf(expenseCalls.settle)).toHaveLength(1);
    await expect.element(many.getByRole('button', { name: 'Settle 3 Expenses' })).toBeEnabled();
    // A refusal is of one expense alone.
    answer(expenseCalls.settle, refuse(409, 'no', 'Not this one'));
    await press(many, 'Settle 3 Expenses');
    await expect.element(alert).toMatchTextContent('Nothing was settled. 3 not settled:');
    for (const { title } of [a, b, c]) {
      await expect.element(alert).toMatchTextContent(`"${title}": Not this one`);
    }
  });

  test('all open ones can be settled from the settle-up panel, and Escape leads back', async () => {
    serveThree(true);
    serveStandings();
    answer(expenseCalls.settleUp, { items: [], left: [], smallestPayment: cents(0) });
    await open('/expenses');
    await press(page, 'Settle Up');
    const panel = findPanel('Settle Up');
    await press(panel, 'Settle Expenses...');
    await expect.poll(() => many.getByRole('checkbox').elements().length).toBe(3);
    await userEvent.keyboard('{Escape}');
    await expect.element(many).not.toBeInTheDocument();
    await expect.element(panel).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Settle Expenses...' })).toHaveFocus();
  });
});

test.for([
  ['Settle Expense', findAlertDialog('Settle Expense')],
  ['Delete', findAlertDialog('Delete Expense')],
  ['Add Overrides', findDialog('Add Override')],
  ['History', findDialog('History')],
] as const)(
  'Escape closes what %s opens, and the focus returns to the menu',
  async ([item, dialog]) => {
    serveExpenses(makeExpense({ people: pair, useWalletTransactions: true }));
    await open('/expenses');
    await chooseAction('Dinner', item);
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Actions for Dinner', exact: true }).first())
      .toHaveFocus();
  },
);
