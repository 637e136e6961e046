import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { checkExpense } from '../../draft.ts';
import {
  type ExpenseForm,
  leaveOut,
  newExpenseForm,
  toDraft,
  validateForm,
} from './expense-form.ts';

const zone = 'America/Los_Angeles';
const now = '2026-11-20T18:00:00.000Z';
const chapter = { timeZone: zone, settlesThrough: 'wallets' } as const;
const me = testId<'member'>('me');
const expenseId = testId<'expense'>('e');
const filled: ExpenseForm = {
  ...newExpenseForm(me, now, chapter),
  title: 'Dinner',
  amount: '12.5',
};

test('a new form defaults to now in the chapter’s time zone, paid and shared by the user', () => {
  expect(filled).toMatchObject({ day: '2026-11-20', time: '10:00', paidBy: 'me' });
  expect(filled.participants).toEqual(['me']);
  expect(toDraft(filled, zone)).toMatchObject({ amount: cents(1250), expenseDate: now });
});

test('all missing fields are reported at once with the specification’s message', () => {
  const empty: ExpenseForm = {
    ...filled,
    title: ' ',
    amount: '',
    day: '',
    paidBy: null,
    participants: [],
  };
  const problems = validateForm(empty, zone, expenseId);
  expect(problems?.message).toBe('Please fill in all required fields');
  expect(Object.keys(problems?.fields ?? {}).toSorted()).toEqual(
    ['amount', 'day', 'paidBy', 'participants', 'title'].toSorted(),
  );
});

test('a day outside the supported range is refused', () => {
  for (const day of ['0002-01-01', '9999-12-31'] as const) {
    expect(validateForm({ ...filled, day }, zone, expenseId)?.fields).toEqual({
      day: 'Choose a date',
    });
  }
});

test('an even split needs no payer and sends none, nor a reimbursement', () => {
  const even = { ...filled, isEvenSplit: true };
  expect(validateForm({ ...even, paidBy: null }, zone, expenseId)).toBeUndefined();
  for (const payerReimbursementType of ['Full', 'None', 'Partial'] as const) {
    const form = { ...even, payerReimbursementType, payerReimbursementAmount: '99' };
    expect(validateForm(form, zone, expenseId)).toBeUndefined();
    expect(toDraft(form, zone)).toMatchObject({
      paidBy: null,
      payerReimbursementType: 'Full',
      payerReimbursementAmount: null,
    });
  }
});

test('a partial reimbursement is required and cannot exceed the amount', () => {
  const partial = { ...filled, payerReimbursementType: 'Partial' as const };
  expect(validateForm(partial, zone, expenseId)?.message).toBe(
    'Reimbursement amount is required and must be greater than zero',
  );
  expect(
    validateForm({ ...partial, payerReimbursementAmount: '12.51' }, zone, expenseId)?.fields,
  ).toEqual({
    payerReimbursementAmount: 'Reimbursement amount cannot exceed the expense amount',
  });
  expect(
    validateForm({ ...partial, payerReimbursementAmount: '12.50' }, zone, expenseId),
  ).toBeUndefined();
});

test('a date that was not edited keeps its seconds', () => {
  const known = '2026-11-20T18:00:42.123Z';
  expect(toDraft(filled, zone, known).expenseDate).toBe(known);
  expect(toDraft({ ...filled, time: '10:01' }, zone, known).expenseDate).toBe(
    '2026-11-20T18:01:00.000Z',
  );
});

test('people who are left out neither share nor pay, and what they paid waits for another', () => {
  const joan = testId<'member'>('joan');
  const rows = [me, joan].map((memberId) => ({ memberId, amountPaid: '6.25' }));
  const payers = { isSeveral: true, rows };
  const form = leaveOut({ ...filled, participants: [joan, me], paidBy: joan, payers }, [joan]);
  expect(form).toMatchObject({ participants: [me], paidBy: null });
  expect(form.payers.rows).toEqual([
    { memberId: me, amountPaid: '6.25' },
    { memberId: null, amountPaid: '6.25' },
  ]);
  expect(Object.keys(validateForm(form, zone, expenseId)?.fields ?? {})).toEqual(['payers']);
  expect(leaveOut(filled, [joan])).toEqual(filled);
});

test('a form is valid if and only if the server would accept its expense', () => {
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
      const checked = checkExpense(toDraft(typed, zone));
      const problems = validateForm(typed, zone, expenseId);
      expect(problems === undefined).toBe(checked.ok);
      if (!checked.ok) {
        expect(problems?.message).toBe(checked.refusal.message);
        expect(Object.keys(problems?.fields ?? {})).not.toHaveLength(0);
      }
    }),
  );
});
