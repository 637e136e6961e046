import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import type { SettledExpense } from '../expense.ts';
import { expenseWith, person, uuid } from '../testing/random-expense.ts';
import { findOwnPayment } from './own-payment.ts';

const [ann, ben, cid] = [person(0), person(1), person(2)];
const open = (more = {}) =>
  expenseWith({ amount: cents(90_00), participants: [ann, ben, cid], paidBy: ann, ...more });

describe('of an open expense', () => {
  test('a participant pays their share to the payer, who pays nothing', () => {
    expect(findOwnPayment(open(), ben)).toEqual({ to: ann, amount: 30_00, waiting: 0 });
    expect(findOwnPayment(open(), ann)).toBeUndefined();
    expect(findOwnPayment(open(), person(3))).toBeUndefined();
  });

  test('what the chapter paid is paid to the chapter, by the payer, too', () => {
    const paid = open({ payerReimbursementType: 'None' });
    expect(findOwnPayment(paid, ann)).toEqual({ to: null, amount: 30_00, waiting: 0 });
  });

  test.each([
    ['waiting', { to: null, amount: 0, waiting: 30_00 }],
    ['confirmed', undefined],
  ] as const)('what was paid for it is not asked for again while it is %s', (status, left) => {
    const payments = [
      { paymentId: uuid<'payment'>('0bbb', 1), from: ben, to: ann, amount: cents(30_00), status },
    ];
    expect(findOwnPayment({ ...open(), payments }, ben)).toEqual(left);
    expect(findOwnPayment({ ...open(), payments }, cid)?.amount).toBe(30_00);
  });

  test('of an even split there is nothing to pay', () => {
    expect(findOwnPayment(open({ isEvenSplit: true, paidBy: null }), ben)).toBeUndefined();
  });
});

test('of a charge, what the wallet does not cover is paid to the chapter', () => {
  const settled: SettledExpense = {
    ...open({ useWalletTransactions: true }),
    status: 'settled',
    settledAt: '2026-03-02T20:00:00.000Z',
    settledBy: ann,
    openCharges: [{ memberId: ben, amount: cents(12_50) }],
  };
  expect(findOwnPayment(settled, ben)).toEqual({ to: null, amount: 12_50, waiting: 0 });
  expect(findOwnPayment(settled, cid)).toBeUndefined();
  const payments = [
    {
      paymentId: uuid<'payment'>('0bbb', 1),
      from: ben,
      to: ann,
      amount: cents(12_50),
      status: 'waiting' as const,
    },
  ];
  expect(findOwnPayment({ ...settled, payments }, ben)).toEqual({
    to: null,
    amount: 0,
    waiting: 12_50,
  });
  expect(findOwnPayment({ ...settled, correctedById: settled.id }, ben)).toBeUndefined();
});
