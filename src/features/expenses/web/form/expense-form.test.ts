import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { checkExpense } from '../../draft.ts';
import { draftOf, type ExpenseForm, newExpenseForm, problemsOf } from './expense-form.ts';

const zone = 'America/Los_Angeles';
const now = '2026-11-20T18:00:00.000Z';
const me = testId<'member'>('me');
const filled: ExpenseForm = { ...newExpenseForm(me, now, zone), title: 'Dinner', amount: '12.5' };

test('a new form is about now, on the chapter’s wall clock, paid and shared by whoever logs it', () => {
  expect(filled).toMatchObject({ day: '2026-11-20', time: '10:00', paidBy: 'me' });
  expect(filled.participants).toEqual(['me']);
  expect(draftOf(filled, zone)).toMatchObject({ amount: cents(1250), expenseDate: now });
});

test('everything that is missing is said at once, in the specification’s sentence', () => {
  const empty: ExpenseForm = {
    ...filled,
    title: ' ',
    amount: '',
    day: '',
    paidBy: null,
    participants: [],
  };
  const problems = problemsOf(empty, zone);
  expect(problems?.message).toBe('Please fill in all required fields');
  expect(Object.keys(problems?.fields ?? {}).toSorted()).toEqual(
    ['amount', 'day', 'paidBy', 'participants', 'title'].toSorted(),
  );
});

test('a day no calendar reaches is none', () => {
  for (const day of ['0002-01-01', '9999-12-31'] as const) {
    expect(problemsOf({ ...filled, day }, zone)?.fields).toEqual({ day: 'Choose a date' });
  }
});

test('an even split needs no payer and sends none', () => {
  const even = { ...filled, isEvenSplit: true };
  expect(problemsOf({ ...even, paidBy: null }, zone)).toBeUndefined();
  expect(draftOf(even, zone).paidBy).toBeNull();
});

test('a partial reimbursement is asked for, and held to the amount', () => {
  const partial = { ...filled, payerReimbursementType: 'Partial' as const };
  expect(problemsOf(partial, zone)?.message).toBe(
    'Reimbursement amount is required and must be greater than zero',
  );
  expect(problemsOf({ ...partial, payerReimbursementAmount: '12.51' }, zone)?.fields).toEqual({
    payerReimbursementAmount: 'Reimbursement amount cannot exceed the expense amount',
  });
  expect(problemsOf({ ...partial, payerReimbursementAmount: '12.50' }, zone)).toBeUndefined();
});

test('a date that was not touched keeps its seconds', () => {
  const known = '2026-11-20T18:00:42.123Z';
  expect(draftOf(filled, zone, known).expenseDate).toBe(known);
  expect(draftOf({ ...filled, time: '10:01' }, zone, known).expenseDate).toBe(
    '2026-11-20T18:01:00.000Z',
  );
});

test('a form has no problems exactly when the server would take its expense', () => {
  const form = fc.record({
    title: fc.constantFrom('', ' ', 'Dinner'),
    amount: fc.constantFrom('', 'x', '0', '-1', '1.005', '12.50', '1,234.56', '99999999999'),
    day: fc.constantFrom('' as const, '0002-01-01' as const, '2026-11-20' as const),
    time: fc.constantFrom('' as const, '09:00' as const),
    isEvenSplit: fc.boolean(),
    paidBy: fc.constantFrom(null, me),
    participants: fc.constantFrom<Id<'member'>[]>([], [me], [me, testId('you')]),
    payerReimbursementType: fc.constantFrom('Full' as const, 'None' as const, 'Partial' as const),
    payerReimbursementAmount: fc.constantFrom('', '0', '5', '12.51', '1,234.56'),
  });
  fc.assert(
    fc.property(form, (parts) => {
      const typed: ExpenseForm = { ...filled, ...parts };
      const checked = checkExpense(draftOf(typed, zone));
      const problems = problemsOf(typed, zone);
      expect(problems === undefined).toBe(checked.ok);
      if (!checked.ok) {
        expect(problems?.message).toBe(checked.refusal.message);
        expect(Object.keys(problems?.fields ?? {})).not.toHaveLength(0);
      }
    }),
  );
});
