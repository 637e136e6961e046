import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '#kit/money.ts';
import { computeBalances, computeSettlementEffect } from '../balances.ts';
import { computeReimbursement } from '../payers.ts';
import {
  expenseWith,
  person,
  randomExpense,
  runs,
  timeout,
  uuid,
} from '../testing/random-expense.ts';
import { computeSettlementEntries } from './settle.ts';

const [payer, ben, cid, outsider] = [person(1), person(2), person(3), person(7)];

/** What the company account receives, in cents, for the sum to be zero. */
function companyDifference(entries: ReturnType<typeof computeSettlementEntries>) {
  return cents(-sumCents(entries.map((entry) => entry.amountCents)));
}

function settle(more: Parameters<typeof expenseWith>[0]) {
  const expense = expenseWith({ amount: cents(90_00), ...more });
  const entries = computeSettlementEntries(expense);
  return {
    entries: entries.map((entry) => [entry.memberId, entry.amountCents]),
    company: companyDifference(entries),
  };
}

const debits = [
  [payer, -30_00],
  [ben, -30_00],
  [cid, -30_00],
];

const listMoved = (expenses: Parameters<typeof computeSettlementEffect>[0]) =>
  computeSettlementEffect(expenses).moved.members;

describe('the entries of a settlement', () => {
  test.each([
    ['Full', null, payer, [...debits, [payer, 90_00]], 0],
    ['Full', null, outsider, [...debits, [outsider, 90_00]], 0],
    ['None', null, payer, debits, 90_00],
    ['None', null, outsider, debits, 90_00],
    ['Partial', 50_00, payer, [...debits, [payer, 50_00]], 40_00],
    ['Partial', 50_00, outsider, [...debits, [outsider, 50_00]], 40_00],
    ['Full', null, null, debits, 90_00],
    ['Partial', 50_00, null, debits, 90_00],
  ] as const)('%s %s, paid by %s', (type, amount, paidBy, entries, company) => {
    const result = settle({
      payerReimbursementType: type,
      payerReimbursementAmount: amount === null ? null : cents(amount),
      paidBy,
      isEvenSplit: paidBy === null,
    });
    expect(result).toEqual({ entries, company });
  });

  test('leave out members who owe nothing', () => {
    const override = {
      id: uuid<'override'>('0fff', 99),
      type: 'manual',
      amount: cents(0),
      label: 'x',
    } as const;
    const { entries } = settle({ overrides: [{ ...override, participantIds: [ben] }] });
    expect(entries).toEqual([
      [payer, -45_00],
      [cid, -45_00],
      [payer, 90_00],
    ]);
  });

  test('sum to zero with the company account, which takes the total minus the payer’s credit', {
    timeout,
  }, () => {
    fc.assert(
      fc.property(randomExpense, (expense) => {
        const entries = computeSettlementEntries(expense);
        expect(entries.every((entry) => entry.amountCents !== 0)).toBe(true);
        expect(companyDifference(entries)).toBe(expense.amount - computeReimbursement(expense));
        expect(companyDifference(entries)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  });
});

describe('balances', () => {
  test('sum to zero with the company account and equal what settling all expenses would post', {
    timeout,
  }, () => {
    fc.assert(
      fc.property(fc.array(randomExpense, { maxLength: 6 }), (expenses) => {
        const { members, company } = computeBalances(expenses);
        expect(sumCents(members.values()) + company).toBe(0);
        const entries = expenses.flatMap((expense) => computeSettlementEntries(expense));
        for (const [member, balance] of members) {
          const ofMember = entries.filter((entry) => entry.memberId === member);
          expect(sumCents(ofMember.map((entry) => entry.amountCents))).toBe(balance);
        }
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  });
});

describe('the wallet changes of several settlements', () => {
  const dinner = expenseWith({ amount: cents(90_00) });
  const taxi = expenseWith({ amount: cents(30_00), paidBy: ben });

  test('are added up per member, without changes of zero', () => {
    expect(Object.fromEntries(listMoved([dinner]))).toEqual({
      [payer]: 60_00,
      [ben]: -30_00,
      [cid]: -30_00,
    });
    expect(Object.fromEntries(listMoved([dinner, taxi]))).toEqual({
      [payer]: 50_00,
      [ben]: -10_00,
      [cid]: -40_00,
    });
    const back = expenseWith({ amount: cents(90_00), paidBy: ben });
    const third = expenseWith({ amount: cents(90_00), paidBy: cid });
    expect([...listMoved([dinner, back, third])]).toEqual([]);
  });

  test('leave out expenses that do not use wallets', () => {
    const apart = expenseWith({ amount: cents(90_00), useWalletTransactions: false });
    expect(listMoved([apart, taxi])).toEqual(listMoved([taxi]));
    const { struckOff } = computeSettlementEffect([apart, taxi]);
    expect(Object.fromEntries(struckOff.members)).toEqual({
      [payer]: 60_00,
      [ben]: -30_00,
      [cid]: -30_00,
    });
  });

  test('are, with what is removed, exactly the open balances', { timeout }, () => {
    fc.assert(
      fc.property(fc.array(randomExpense, { maxLength: 6 }), (expenses) => {
        const { moved, struckOff } = computeSettlementEffect(expenses);
        const balances = computeBalances(expenses);
        for (const [member, balance] of balances.members) {
          const sum = (moved.members.get(member) ?? 0) + (struckOff.members.get(member) ?? 0);
          expect(sum).toBe(balance);
        }
        expect(moved.company + struckOff.company).toBe(balances.company);
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  });

  test('are the sums of the settlement entries', { timeout }, () => {
    fc.assert(
      fc.property(fc.array(randomExpense, { maxLength: 6 }), (expenses) => {
        const entries = expenses
          .filter((expense) => expense.useWalletTransactions)
          .flatMap((expense) => computeSettlementEntries(expense));
        const changes = listMoved(expenses);
        for (const member of new Set(entries.map((entry) => entry.memberId))) {
          const ofMember = entries.filter((entry) => entry.memberId === member);
          expect(changes.get(member) ?? 0).toBe(
            sumCents(ofMember.map((entry) => entry.amountCents)),
          );
        }
        expect([...changes.values()]).not.toContain(0);
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  });
});
