import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '#kit/money.ts';
import { balancesOf, balanceWords } from './balances.ts';
import { payerCredit, settlementLegs, walletChanges } from './settle.ts';
import { expenseWith, person, randomExpense, runs, uuid } from './testing/random-expense.ts';

const [payer, ben, cid, outsider] = [person(1), person(2), person(3), person(7)];

/** What the company receives, in cents (or, negative, hands out), for everything to sum to zero. */
function companyDifference(legs: ReturnType<typeof settlementLegs>) {
  return cents(-sumCents(legs.map((leg) => leg.amountCents)));
}

function legsOf(more: Parameters<typeof expenseWith>[0]) {
  const expense = expenseWith({ amount: cents(90_00), ...more });
  const legs = settlementLegs(expense, expense.participantBreakdowns);
  return {
    legs: legs.map((leg) => [leg.memberId, leg.amountCents]),
    company: companyDifference(legs),
  };
}

const debits = [
  [payer, -30_00],
  [ben, -30_00],
  [cid, -30_00],
];

describe('the legs of a settlement', () => {
  test.each([
    ['Full', null, payer, [...debits, [payer, 90_00]], 0],
    ['Full', null, outsider, [...debits, [outsider, 90_00]], 0],
    ['None', null, payer, debits, 90_00],
    ['None', null, outsider, debits, 90_00],
    ['Partial', 50_00, payer, [...debits, [payer, 50_00]], 40_00],
    ['Partial', 50_00, outsider, [...debits, [outsider, 50_00]], 40_00],
    ['Full', null, null, debits, 90_00],
    ['Partial', 50_00, null, debits, 90_00],
  ] as const)('%s %s, paid by %s', (type, amount, paidBy, legs, company) => {
    const result = legsOf({
      payerReimbursementType: type,
      payerReimbursementAmount: amount === null ? null : cents(amount),
      paidBy,
      isEvenSplit: paidBy === null,
    });
    expect(result).toEqual({ legs, company });
  });

  test('leave out whoever owes nothing', () => {
    const override = {
      id: uuid<'override'>('0fff', 99),
      type: 'manual',
      amount: cents(0),
      label: 'x',
    } as const;
    const { legs } = legsOf({ overrides: [{ ...override, participantIds: [ben] }] });
    expect(legs).toEqual([
      [payer, -45_00],
      [cid, -45_00],
      [payer, 90_00],
    ]);
  });

  test('sum to zero with the company, whose part is the total less what the payer gets', () => {
    fc.assert(
      fc.property(randomExpense, (expense) => {
        const legs = settlementLegs(expense, expense.participantBreakdowns);
        expect(legs.every((leg) => leg.amountCents !== 0)).toBe(true);
        expect(companyDifference(legs)).toBe(expense.amount - payerCredit(expense));
        expect(companyDifference(legs)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  }, 600_000);
});

describe('balances', () => {
  test('of members and company sum to zero, and settling all expenses moves exactly them', () => {
    fc.assert(
      fc.property(fc.array(randomExpense, { maxLength: 6 }), (expenses) => {
        const { members, company } = balancesOf(expenses);
        expect(sumCents(members.values()) + company).toBe(0);
        const legs = expenses.flatMap((expense) =>
          settlementLegs(expense, expense.participantBreakdowns),
        );
        for (const [member, balance] of members) {
          const own = legs.filter((leg) => leg.memberId === member);
          expect(sumCents(own.map((leg) => leg.amountCents))).toBe(balance);
        }
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  }, 600_000);

  test('are told in words', () => {
    expect(balanceWords(cents(0))).toBe('Even');
    expect(balanceWords(cents(1_234_50))).toBe('Owed $1,234.50');
    expect(balanceWords(cents(-1))).toBe('Owes $0.01');
  });
});

describe('the changes of wallets when several settle', () => {
  const dinner = expenseWith({ amount: cents(90_00) });
  const taxi = expenseWith({ amount: cents(30_00), paidBy: ben });

  test('are one for each member; who comes out even is left out', () => {
    expect(Object.fromEntries(walletChanges([dinner]))).toEqual({
      [payer]: 60_00,
      [ben]: -30_00,
      [cid]: -30_00,
    });
    expect(Object.fromEntries(walletChanges([dinner, taxi]))).toEqual({
      [payer]: 50_00,
      [ben]: -10_00,
      [cid]: -40_00,
    });
    const back = expenseWith({ amount: cents(90_00), paidBy: ben });
    const third = expenseWith({ amount: cents(90_00), paidBy: cid });
    expect([...walletChanges([dinner, back, third])]).toEqual([]);
  });

  test('leave out what settles without wallets', () => {
    const apart = expenseWith({ amount: cents(90_00), useWalletTransactions: false });
    expect(walletChanges([apart, taxi])).toEqual(walletChanges([taxi]));
  });

  test('are the sums of the legs', () => {
    fc.assert(
      fc.property(fc.array(randomExpense, { maxLength: 6 }), (expenses) => {
        const legs = expenses
          .filter((expense) => expense.useWalletTransactions)
          .flatMap((expense) => settlementLegs(expense, expense.participantBreakdowns));
        const changes = walletChanges(expenses);
        for (const member of new Set(legs.map((leg) => leg.memberId))) {
          const own = legs.filter((leg) => leg.memberId === member);
          expect(changes.get(member) ?? 0).toBe(sumCents(own.map((leg) => leg.amountCents)));
        }
        expect([...changes.values()]).not.toContain(0);
      }),
      { numRuns: Math.ceil(runs / 20) },
    );
  }, 600_000);
});
