import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { changeEntry, type Stack, sumStack, toNewBatch, toStackMembers } from './stack.ts';

const [ann, ben] = [testId<'member'>('ann'), testId<'member'>('ben')];
const today = '2026-03-01';
const how = { paidOn: today, method: 'check', today } as const;
const empty: Stack = new Map();
const tick = (stack: Stack, id: typeof ann, owed: number) =>
  changeEntry(stack, { id, owed: cents(owed) }, { isTicked: true });

test('members owe how far they are below zero', () => {
  const standing = (amount: number) => ({
    memberId: ann,
    name: 'Ann',
    open: cents(0),
    wallet: cents(amount),
    standing: cents(amount),
    walletId: null,
    otherCurrencies: [],
  });
  expect(toStackMembers([standing(-12_34), standing(0), standing(5)])).toEqual(
    [12_34, 0, 0].map((owed) => ({ id: ann, label: 'Ann', owed })),
  );
});

test('a tick fills what is owed; without one, what was typed is kept for the next', () => {
  const ticked = tick(empty, ann, 250_00);
  const typed = changeEntry(ticked, { id: ann, owed: cents(1) }, { amount: '99.99' });
  const unticked = changeEntry(typed, { id: ann, owed: cents(1) }, { isTicked: false });
  expect(sumStack(unticked)).toEqual({ count: 0, total: 0 });
  expect(toNewBatch(unticked, how)).toBeUndefined();
  expect(sumStack(tick(unticked, ann, 1))).toEqual({ count: 1, total: 99_99 });
  expect(toNewBatch(tick(ticked, ben, 1), how)?.items).toEqual([
    { fromMemberId: ann, amount: 250_00, reference: '' },
    { fromMemberId: ben, amount: 1, reference: '' },
  ]);
});

test('sums are exact to the cent', () => {
  let stack = empty;
  for (let index = 0; index < 100; index += 1) {
    stack = changeEntry(stack, { id: testId(`${index}`), owed: cents(0) }, { amount: '0.10' });
  }
  expect(sumStack(stack)).toEqual({ count: 100, total: 10_00 });
  expect(toNewBatch(stack, how)?.items).toHaveLength(100);
  expect(toNewBatch(tick(stack, ann, 1), how)).toBeUndefined();
});

describe('nothing is sent while', () => {
  test.each(['', '0', '-1', '1.234', 'x', '99999999999'])('an amount is "%s"', (amount) => {
    const stack = changeEntry(empty, { id: ann, owed: cents(0) }, { amount });
    expect(toNewBatch(tick(stack, ben, 1), how)).toBeUndefined();
  });

  test.each(['', '2026-03-02', '1899-12-31'] as const)('the day is "%s"', (paidOn) => {
    expect(toNewBatch(tick(empty, ann, 1), { ...how, paidOn })).toBeUndefined();
  });

  test('a reference is too long', () => {
    const stack = changeEntry(empty, { id: ann, owed: cents(1) }, { reference: 'x'.repeat(256) });
    expect(toNewBatch(stack, how)).toBeUndefined();
  });
});
