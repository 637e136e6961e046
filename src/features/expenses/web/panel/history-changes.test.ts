import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { OpenExpense } from '../../expense.ts';
import { buildExpense, revise } from '../../revise.ts';
import { listChanges, listPeople, type Naming } from './history-changes.ts';

const now = '2026-11-20T18:00:00.000Z';
const maya = testId<'member'>('a');
const diego = testId<'member'>('b');
const people = new Map([
  [maya, 'Maya'],
  [diego, 'Diego'],
]);
const naming: Naming = {
  personName: (id) => people.get(id) ?? 'Unknown',
  eventName: () => 'Harbor Night',
  timeZone: 'America/Los_Angeles',
};

function lunch(): OpenExpense {
  const made = buildExpense(
    {
      title: 'Lunch',
      description: '',
      amount: cents(3_000),
      expenseDate: now,
      eventId: null,
      participants: [maya, diego],
      category: '',
      paidBy: maya,
      payers: [],
      original: null,
      isEvenSplit: false,
      isExcludedFromGroupTotals: false,
      useWalletTransactions: false,
      payerReimbursementType: 'Full',
      payerReimbursementAmount: null,
    },
    { id: testId('x'), createdBy: maya, now },
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value;
}

function revised(changes: Partial<OpenExpense>): OpenExpense {
  const before = lunch();
  const { overrides = before.overrides, ...fields } = changes;
  const after = revise(before, { fields: { ...before, ...fields }, overrides }, now);
  if (!after.ok) throw new Error(after.refusal.message);
  return after.value;
}

test('changes use the form’s labels, formatted money and people’s names', () => {
  const after = revised({
    amount: cents(4_000),
    paidBy: diego,
    category: 'Food',
    eventId: testId('e'),
  });
  expect(listChanges({ action: 'expense.update', before: lunch(), after }, naming)).toEqual([
    { name: 'Amount', before: '$30.00', after: '$40.00' },
    { name: 'Category', before: '-', after: 'Food' },
    { name: 'Associated Event', before: '-', after: 'Harbor Night' },
    { name: 'Paid By', before: 'Maya', after: 'Diego' },
    { name: 'Shares', before: 'Maya $15.00, Diego $15.00', after: 'Maya $20.00, Diego $20.00' },
  ]);
});

test('added and deleted overrides are listed', () => {
  const wine = {
    id: testId<'override'>('o'),
    type: 'equal' as const,
    amount: cents(1_000),
    label: 'Wine',
    participantIds: [diego],
  };
  const after = revised({ overrides: [wine] });
  const words = 'Wine $10.00, Diego';
  expect(listChanges({ action: 'expense.update', before: lunch(), after }, naming)).toContainEqual({
    name: 'Override',
    before: undefined,
    after: words,
  });
  expect(
    listChanges({ action: 'expense.update', before: after, after: lunch() }, naming),
  ).toContainEqual({
    name: 'Override',
    before: words,
    after: undefined,
  });
});

test('a created expense lists its fields, and a deletion lists no changes', () => {
  const logged = { action: 'expense.create', before: null, after: lunch() };
  expect(listChanges(logged, naming)).toContainEqual({
    name: 'Participants',
    before: undefined,
    after: 'Diego, Maya',
  });
  expect(listChanges(logged, naming).map(({ name }) => name)).not.toContain('Category');
  expect(listChanges({ action: 'expense.delete', before: lunch(), after: null }, naming)).toEqual(
    [],
  );
  expect(listPeople(logged)).toEqual([maya, diego]);
});
