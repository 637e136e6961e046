import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { OpenExpense } from '../../expense.ts';
import { buildExpense } from '../../revise.ts';
import {
  findFittingAmount,
  overrideProblem,
  previewOverride,
  toOverrideFields,
} from './override-form.ts';

const id = testId<'expense'>('0190a0a0-0000-7000-8000-000000000001');
const a = testId<'member'>('a');
const b = testId<'member'>('b');
const c = testId<'member'>('c');
const names = new Map([
  [a, 'Maya'],
  [b, 'Diego'],
  [c, 'Priya'],
]);

function dinner(overrides: OpenExpense['overrides'] = []): OpenExpense {
  const made = buildExpense(
    {
      title: 'Dinner',
      description: '',
      amount: cents(10_000),
      expenseDate: '2026-11-20T18:00:00.000Z',
      eventId: null,
      participants: [a, b, c],
      category: '',
      paidBy: a,
      payers: [],
      original: null,
      isEvenSplit: false,
      isExcludedFromGroupTotals: false,
      useWalletTransactions: false,
      payerReimbursementType: 'Full',
      payerReimbursementAmount: null,
    },
    { id, createdBy: a, now: '2026-11-20T18:00:00.000Z' },
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return { ...made.value, overrides };
}

const form = (amount: string, label = 'Wine', participants = [b, c]) => ({
  amount,
  label,
  participants,
});
const total = cents(10_000);

test('adding reports missing fields and an amount out of range with the specification’s messages', () => {
  const missing = {
    title: 'Validation Error',
    message: 'Please fill in all fields and select at least one participant.',
  };
  for (const incomplete of [form(''), form('12', ' '), form('12', 'Wine', []), form('a lot')]) {
    expect(overrideProblem('add', incomplete, total)).toMatchObject(missing);
  }
  const invalid = {
    title: 'Invalid Amount',
    message: 'Override amount must be greater than 0 and less than the total expense amount.',
  };
  for (const amount of ['0', '-1', '100', '100.01']) {
    expect(overrideProblem('add', form(amount), total)).toMatchObject(invalid);
  }
  for (const amount of ['0.01', '99.99']) {
    expect(overrideProblem('add', form(amount), total)).toBeUndefined();
  }
});

test('updating has its own message for no participants and accepts zero', () => {
  expect(overrideProblem('update', form('0'), total)).toBeUndefined();
  expect(overrideProblem('update', form('1', 'Wine', []), total)?.message).toBe(
    'Please select at least one participant for the override.',
  );
  expect(overrideProblem('update', form('1', ''), total)?.message).toBe(
    'Please fill in all required fields',
  );
  expect(overrideProblem('update', form('-1'), total)?.fields).toHaveProperty('amount');
});

test('a manual override needs only an amount of zero or more', () => {
  expect(overrideProblem('manual', form('0', '', [b]), total)).toBeUndefined();
  expect(overrideProblem('manual', form('', '', [b]), total)?.fields).toHaveProperty('amount');
  expect(overrideProblem('manual', form('-0.01', '', [b]), total)?.fields).toHaveProperty('amount');
});

test('the suggested amount is the largest that is not refused', () => {
  const amounts = fc.integer({ min: 1, max: 9_999 });
  fc.assert(
    fc.property(amounts, amounts, (taken, typed) => {
      const others = [
        {
          id: testId<'override'>('x'),
          type: 'manual' as const,
          amount: cents(taken),
          label: 'x',
          participantIds: [a],
        },
      ];
      const fields = toOverrideFields('equal', form((typed / 100).toFixed(2)));
      const preview = previewOverride(dinner(others), undefined, fields, names);
      const fits = findFittingAmount(fields, preview);
      if (taken + typed <= 10_000) {
        expect(preview?.isRefused).toBe(false);
        expect(sumCents(preview?.shares.values() ?? [])).toBe(10_000);
        expect(fits).toBeUndefined();
      } else {
        expect(fits).toBe(10_000 - taken);
        expect(preview?.words).toContain('exceed the expense amount by');
      }
    }),
  );
});

test('the suggested amount completes manual overrides for everyone to the total', () => {
  const others = [a, b].map((who) => ({
    id: testId<'override'>(who),
    type: 'manual' as const,
    amount: cents(1_000),
    label: who,
    participantIds: [who],
  }));
  const fields = toOverrideFields('manual', form('50', '', [c]));
  const preview = previewOverride(dinner(others), undefined, fields, names);
  expect(preview?.difference).toBe(-3_000);
  expect(findFittingAmount(fields, preview)).toBe(8_000);
});

test('a new manual override replaces the participant’s earlier one', () => {
  const former = [
    {
      id: testId<'override'>('x'),
      type: 'manual' as const,
      amount: cents(9_000),
      label: 'x',
      participantIds: [b],
    },
  ];
  const fields = toOverrideFields('manual', form('20', '', [b]));
  const preview = previewOverride(dinner(former), undefined, fields, names);
  expect(preview?.shares.get(b)).toBe(2_000);
  expect(preview?.words).toBe('Shares add up to $100.00.');
});

test('an override of at least the total reports the excess and the largest possible amount', () => {
  const whole = toOverrideFields('equal', form('100'));
  // Even before any participant is selected.
  const beyond = toOverrideFields('equal', form('150', '', []));
  const preview = (fields: typeof whole) => previewOverride(dinner(), undefined, fields, names);
  expect(preview(beyond)?.words).toBe('Overrides exceed the expense amount by $50.00');
  for (const fields of [whole, beyond]) {
    expect(preview(fields)?.isRefused).toBe(true);
    expect(findFittingAmount(fields, preview(fields))).toBe(9_999);
  }
});

test('a third stays one while its amount and participant are as before', () => {
  const stated = { unit: 'percent' as const, value: '33 1/3' };
  const thirds = [
    [a, 3_334],
    [b, 3_333],
    [c, 3_333],
  ] as const;
  const overrides = thirds.map(([who, amount]) => ({
    id: testId<'override'>(who),
    type: 'manual' as const,
    amount: cents(amount),
    label: 'Third',
    participantIds: [who],
    stated,
  }));
  const [first] = overrides;
  const renamed = toOverrideFields('manual', form('33.34', 'Birthday', [a]), first);
  expect(renamed).toEqual({
    type: 'manual',
    amount: 3_334,
    label: 'Birthday',
    participantIds: [a],
    stated,
  });
  expect(previewOverride(dinner(overrides), first?.id, renamed, names)?.isRefused).toBe(false);
  for (const edited of [form('33.33', 'Third', [a]), form('33.34', 'Third', [b])]) {
    expect(toOverrideFields('manual', edited, first)).not.toHaveProperty('stated');
  }
});
