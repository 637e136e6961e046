import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import type { Payer } from './expense.ts';
import { checkWriter } from './may-write.ts';
import { arrangePayers, computePayerCredits, computeReimbursement } from './payers.ts';
import {
  expenseWith,
  fieldsWith,
  person,
  randomExpense,
  runs,
  timeout,
  uuid,
} from './testing/random-expense.ts';

const [ann, ben, cid] = [person(1), person(2), person(3)];
const pay = (memberId: Id<'member'>, amount: number): Payer => ({
  memberId,
  amountPaid: cents(amount),
});
const arrange = (payers: Payer[], paidBy: Id<'member'> | null = null) =>
  arrangePayers(cents(100_00), { paidBy, payers });

describe('stated payers', () => {
  test('are sorted by amount, and the one who paid the most is the payer', () => {
    const arranged = arrange([pay(ann, 10_00), pay(cid, 30_00), pay(ben, 60_00)]);
    expect(arranged).toMatchObject({
      value: { paidBy: ben, payers: [pay(ben, 60_00), pay(cid, 30_00), pay(ann, 10_00)] },
    });
  });

  test('of equal amounts, the first listed is the payer, or the one who is named', () => {
    const payers = [pay(cid, 40_00), pay(ben, 40_00), pay(ann, 20_00)];
    expect(arrange(payers)).toMatchObject({ value: { paidBy: cid } });
    expect(arrange(payers, ben)).toMatchObject({
      value: { paidBy: ben, payers: [pay(ben, 40_00), pay(cid, 40_00), pay(ann, 20_00)] },
    });
  });

  test('are only the payer if one person paid it all', () => {
    expect(arrange([pay(ben, 100_00)])).toMatchObject({ value: { paidBy: ben, payers: [] } });
    expect(arrange([], ben)).toMatchObject({ value: { paidBy: ben, payers: [] } });
  });

  test.each([
    ['payers_miss_amount', 'payers', [pay(ann, 60_00), pay(ben, 40_01)], null],
    ['payers_miss_amount', 'payers', [pay(ann, 99_99)], null],
    ['payer_twice', 'payers.1.memberId', [pay(ann, 60_00), pay(ann, 40_00)], null],
    ['paid_nothing', 'payers.1.amountPaid', [pay(ann, 100_00), pay(ben, 0)], null],
    ['paid_nothing', 'payers.0.amountPaid', [pay(ann, -1_00), pay(ben, 101_00)], null],
    ['payer_not_largest', 'paidBy', [pay(ann, 60_00), pay(ben, 40_00)], ben],
    ['payer_not_largest', 'paidBy', [pay(ann, 60_00), pay(ben, 40_00)], cid],
  ] as const)('are refused as %s at %s', (code, field, payers, paidBy) => {
    expect(arrange([...payers], paidBy)).toMatchObject({ refusal: { code, field } });
  });

  test('are at most twenty', () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => pay(person(index), 1));
    expect(arrangePayers(cents(20), { paidBy: null, payers: people(20) }).ok).toBe(true);
    expect(arrangePayers(cents(21), { paidBy: null, payers: people(21) })).toMatchObject({
      refusal: { code: 'too_many_payers', field: 'payers' },
    });
  });
});

describe('the credits of several payers', () => {
  const credit = (type: 'Full' | 'None' | 'Partial', partial: number | null, payers: Payer[]) =>
    computePayerCredits(uuid('0eee', 1), {
      amount: sumCents(payers.map(({ amountPaid }) => amountPaid)),
      paidBy: payers[0]?.memberId ?? null,
      payers,
      payerReimbursementType: type,
      payerReimbursementAmount: partial === null ? null : cents(partial),
    }).map(({ amount }) => amount);
  const paid = [pay(ann, 60_00), pay(ben, 30_00), pay(cid, 10_00)];

  test('are what each paid, a part in proportion, or nothing', () => {
    expect(credit('Full', null, paid)).toEqual([60_00, 30_00, 10_00]);
    expect(credit('Partial', 50_00, paid)).toEqual([30_00, 15_00, 5_00]);
    expect(credit('Partial', 10, paid)).toEqual([6, 3, 1]);
    expect(credit('None', null, paid)).toEqual([0, 0, 0]);
  });

  test('give cents that do not divide to the largest remainders', () => {
    // 0.6, 0.3 and 0.1 of a cent.
    expect(credit('Partial', 1, paid)).toEqual([1, 0, 0]);
    // 66.67, 33.33: exact fractions of 100.
    expect(credit('Partial', 100, [pay(ann, 2_00), pay(ben, 1_00)])).toEqual([67, 33]);
  });

  test('add up to the reimbursement, each within a cent of its exact part', { timeout }, () => {
    fc.assert(
      fc.property(randomExpense, (expense) => {
        const { amount, payers, payerCredits } = expense;
        const total = computeReimbursement(expense);
        expect(sumCents(payerCredits.map((each) => each.amount))).toBe(total);
        const paidBy = new Map(payers.map((each) => [each.memberId, each.amountPaid]));
        for (const each of payers.length > 0 ? payerCredits : []) {
          const exact = BigInt(total) * BigInt(paidBy.get(each.memberId) as Cents);
          const distance = BigInt(each.amount) * BigInt(amount) - exact;
          expect(distance < amount && distance > -amount).toBe(true);
        }
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  });

  test('do not depend on the order in which payers are stated', () => {
    fc.assert(
      fc.property(randomExpense, fc.infiniteStream(fc.nat()), (expense, numbers) => {
        const shuffled = expense.payers
          .map((payer) => ({ payer, place: numbers.next().value as number }))
          .sort((one, other) => one.place - other.place)
          .map(({ payer }) => payer);
        const arranged = arrangePayers(expense.amount, { ...expense, payers: shuffled });
        expect(arranged).toMatchObject({ value: { payers: expense.payers } });
        const credits = computePayerCredits(expense.id, { ...expense, payers: shuffled });
        expect(new Set(credits)).toEqual(new Set(expense.payerCredits));
      }),
      { numRuns: scaleRuns(1_000) },
    );
  });
});

test('with the policy treasurer, a member may not change what others paid as well', () => {
  const fields = fieldsWith({ paidBy: ann, payers: [pay(ann, 60_00), pay(ben, 40_00)] });
  const writer = { memberId: ann, role: 'member', policy: 'treasurer' } as const;
  expect(checkWriter(writer, expenseWith(fields))).toMatchObject({
    refusal: { code: 'treasurer_needed' },
  });
  expect(checkWriter(writer, expenseWith({ paidBy: ann }))).toBeUndefined();
});
