/** Expenses that repeat, and corrections: forms that are filled in before they open. */
import { describe, expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { makeOccurrence, serveEvents } from '#features/events/web/testing/event-samples.ts';
import { type Day, formatDay, type Instant, instantToDay, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import {
  chooseOption,
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, nextId, timeZone, today } from '#web/testing/session.ts';
import { expenseDefaults } from '../../expense.ts';
import type { RecurringExpense } from '../../recurring/recurring.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { toSettled } from '../../revise.ts';
import { makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const now = toInstant(Temporal.Now.instant());
const nextDate = Temporal.PlainDate.from(today())
  .add({ days: 25 })
  .toZonedDateTime({ timeZone, plainTime: '12:00' })
  .toInstant()
  .toString() as Instant;
const nextDay = instantToDay(nextDate, timeZone);
let kept: RecurringExpense;

/** Flowers each month, for Maya and Diego. */
function serveRecurring(): void {
  const participants = [memberId('Maya Chen'), memberId('Diego Alvarez')];
  kept = {
    id: nextId('recurring'),
    rule: { frequency: 'monthly', interval: 1, endBy: null, count: null },
    expense: {
      ...expenseDefaults,
      title: 'Flowers',
      amount: cents(900),
      participants,
      paidBy: memberId('Maya Chen'),
    },
    status: 'active',
    firstDay: nextDay,
    nextDay,
    nextDate,
    skippedDays: 0,
    failure: null,
    createdBy: memberId('Maya Chen'),
    savedBy: memberId('Maya Chen'),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const change = (fields: Partial<RecurringExpense>) => {
    kept = { ...kept, version: kept.version + 1, ...fields };
    return kept;
  };
  serveExpenses();
  answer(recurringCalls.list, ({ query }) => {
    const items = kept.status === 'ended' ? [] : [kept];
    return { recurring: pageOf(items, items.length, query), failing: 0 };
  });
  answer(recurringCalls.detail, () => kept);
  answer(recurringCalls.pause, () => change({ status: 'paused' }));
  answer(recurringCalls.resume, () => change({ status: 'active' }));
  answer(recurringCalls.update, ({ body: { rule, expense } }) => {
    const { expenseDate: _, ...template } = expense;
    return change({ rule, expense: template });
  });
  answer(recurringCalls.end, () => {
    change({ status: 'ended' });
    return undefined;
  });
}

const panel = findPanel('Recurring Expenses');
const row = panel.getByRole('listitem').filter({ hasText: 'Flowers' });
const editing = findDialog('Edit Recurring Expense');

test('a recurring expense is changed, paused, resumed and stopped in its row', async () => {
  serveRecurring();
  await open('/expenses?panel=recurring');
  await expect.element(row).toMatchTextContent('$9.00');
  await expect.element(row).toMatchTextContent('2 people');
  await expect.element(row).toMatchTextContent(`next ${formatDay(nextDay)}`);
  await expectAccessible(panel);
  await press(row, /^Edit All/);
  await expect.element(editing.getByLabelText('Repeat')).toHaveValue('monthly/1');
  await editing.getByLabelText('Amount *').fill('12');
  await press(editing, 'Update All');
  await expectToast('Recurring expense updated');
  await expect.element(row).toMatchTextContent('$12.00');
  await expect.element(row.getByRole('button', { name: /^Edit All/ })).toHaveFocus();
  await press(row, /^Pause/);
  await expect.element(row.getByText(/^Paused$/)).toBeVisible();
  await press(row, /^Resume/);
  await expectToast('Recurring expense resumed');
  await expect.element(row).toMatchTextContent(`next ${formatDay(nextDay)}`);
  await press(row, /^Stop/);
  const question = findAlertDialog('Stop');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(requestsOf(recurringCalls.end)).toEqual([]);
  await press(row, /^Stop/);
  await press(question, 'Stop');
  await expectToast('Recurring expense stopped');
  await expect.element(row).not.toBeInTheDocument();
  const seen = [recurringCalls.update, recurringCalls.pause, recurringCalls.resume].map((call) =>
    requestsOf(call)[0]?.headers.get('if-match'),
  );
  expect(seen).toEqual(['"1"', '"2"', '"3"']);
});

test('the form says when the next one is, and needs to know the end that was chosen', async () => {
  serveExpenses();
  answer(recurringCalls.create, refuse(422, 'too_many_recurring', 'There are too many'));
  await open('/expenses?dialog=create');
  const form = findDialog('Create New Expense');
  await form.getByLabelText('Amount *').fill('100');
  await form.getByLabelText('Title').fill('Rent');
  await press(form, /^More/);
  await form.getByLabelText('Repeat').selectOptions('Monthly');
  const next = Temporal.PlainDate.from(today()).add({ months: 1 }).toString() as Day;
  await expect.element(form.getByText(`Then ${formatDay(next)}`)).toBeVisible();
  await form.getByLabelText('Ends').selectOptions('After a number of occurrences');
  await press(form, 'Create Expense');
  await expect.element(form.getByText('Enter a number from 1 to 10,000').first()).toBeVisible();
  expect(requestsOf(recurringCalls.create)).toEqual([]);
  await form.getByLabelText('Number of Times').fill('12');
  await press(form, 'Create Expense');
  await expect.element(form.getByText('There are too many')).toBeVisible();
  await expect.element(form.getByLabelText('Title')).toHaveValue('Rent');
  expect(requestsOf(recurringCalls.create)[0]?.body).toMatchObject({
    rule: { frequency: 'monthly', interval: 1, endBy: null, count: 12 },
    expense: { title: 'Rent', amount: cents(10_000) },
  });
});

test('a change by someone else in the meantime keeps what was typed', async () => {
  serveRecurring();
  await open(`/expenses?dialog=edit-recurring&part=${kept.id}`);
  await editing.getByLabelText('Amount *').fill('12');
  answer(recurringCalls.update, refuse(412, 'changed', 'Someone else changed this'));
  await press(editing, 'Update All');
  await expect.element(editing).toMatchTextContent('Your changes are still here.');
  await expect.element(editing.getByLabelText('Amount *')).toHaveValue('12');
});

describe('an event leaves the date as it is', () => {
  const gala = makeOccurrence('Gala', today());

  async function expectSameDate(form: Locator): Promise<void> {
    const day = form.getByLabelText('Expense Date *');
    const event = form.getByLabelText('Associated Event');
    const { value } = day.element() as HTMLInputElement;
    expect(value).not.toBe(today());
    await chooseOption(event, 'Gala');
    await expect.poll(() => (event.element() as HTMLInputElement).value).toMatch(/^Gala/);
    await expect.element(day).toHaveValue(value);
  }

  test('of a correction', async () => {
    const past = Temporal.Now.instant().subtract({ hours: 48 });
    const hall = makeExpense({ title: 'Hall', expenseDate: toInstant(past) });
    const settled = toSettled(hall, memberId('Maya Chen'), now, 'In cash');
    serveExpenses(settled);
    serveEvents(gala);
    await open(`/expenses?dialog=correct&subject=${settled.id}`);
    const form = findDialog('Correct Expense');
    await press(form, /^More/);
    await expectSameDate(form);
  });

  test('of a recurring expense', async () => {
    serveRecurring();
    serveEvents(gala);
    await open(`/expenses?dialog=edit-recurring&part=${kept.id}`);
    await expect.element(editing.getByLabelText('Amount *')).toHaveFocus();
    await expectSameDate(editing);
  });
});
