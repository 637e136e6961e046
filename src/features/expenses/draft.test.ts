import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { checkExpense, type ExpenseDraft } from './draft.ts';
import { fieldsWith, person } from './testing/random-expense.ts';

const required = 'Please fill in all required fields';
const partial = { payerReimbursementType: 'Partial' } as const;

describe('a draft', () => {
  test('is accepted if it is complete', () => {
    expect(checkExpense(fieldsWith())).toEqual({ ok: true, value: fieldsWith() });
    expect(checkExpense(fieldsWith({ isEvenSplit: true, paidBy: null })).ok).toBe(true);
    const all = { ...partial, payerReimbursementAmount: cents(100_00) };
    expect(checkExpense(fieldsWith(all)).ok).toBe(true);
  });

  test.each<[Partial<ExpenseDraft>, string, string]>([
    [{ title: ' ' }, 'title', required],
    [{ amount: null }, 'amount', required],
    [{ expenseDate: null }, 'expenseDate', required],
    [{ participants: [] }, 'participants', required],
    [{ paidBy: null }, 'paidBy', required],
    [{ amount: cents(0) }, 'amount', 'Amount must be greater than 0'],
    [{ amount: cents(-1) }, 'amount', 'Amount must be greater than 0'],
    [{ amount: cents(1_000_000_000_000) }, 'amount', 'Amount must be at most $9,999,999,999.99'],
    [{ isEvenSplit: true }, 'paidBy', "An even split can't have a payer"],
    [{ participants: [person(1), person(1)] }, 'participants', 'A participant is listed twice'],
    [
      { participants: Array.from({ length: 501 }, (_, index) => person(index)) },
      'participants',
      'An expense has at most 500 participants',
    ],
    [
      { payerReimbursementAmount: cents(1) },
      'payerReimbursementAmount',
      'Only a partial reimbursement can have an amount',
    ],
    ...[null, cents(0), cents(-5)].map((amount): [Partial<ExpenseDraft>, string, string] => [
      { ...partial, payerReimbursementAmount: amount },
      'payerReimbursementAmount',
      'Reimbursement amount is required and must be greater than zero',
    ]),
    [
      { ...partial, payerReimbursementAmount: cents(100_01) },
      'payerReimbursementAmount',
      'Reimbursement amount cannot exceed the expense amount',
    ],
  ])('with %j is refused at %s: %s', (change, field, message) => {
    const result = checkExpense({ ...fieldsWith(), ...change });
    expect(result.ok ? undefined : result.refusal).toMatchObject({ field, message });
  });
});
