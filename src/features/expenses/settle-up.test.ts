import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { cents, maxCents } from '#kit/money.ts';
import { type Party, planSettleUp, settleUp } from './settle-up.ts';
import { person } from './testing/random-expense.ts';

/** Members and the chapter (null), which makes the sum zero. */
function toParties(amounts: readonly number[]): Party[] {
  const members = amounts.map((amount, index) => ({
    memberId: person(index),
    balance: cents(amount),
  }));
  const company = -amounts.reduce((sum, amount) => sum + amount, 0);
  return [...members, { memberId: null, balance: cents(company) }];
}

const balance = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.integer({ min: -maxCents, max: maxCents }),
);

function applyPayments(parties: readonly Party[]): number[] {
  const remaining = new Map(parties.map((party) => [party.memberId, party.balance as number]));
  for (const { from, to, amount } of settleUp(parties)) {
    expect(amount).toBeGreaterThan(0);
    remaining.set(from, (remaining.get(from) ?? 0) + amount);
    remaining.set(to, (remaining.get(to) ?? 0) - amount);
  }
  return [...remaining.values()];
}

test('payments settle every balance, and members with a zero balance neither pay nor receive', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 60 }), (amounts) => {
      const parties = toParties(amounts);
      expect(applyPayments(parties).filter((remaining) => remaining !== 0)).toEqual([]);
      const even = new Set(
        parties.filter((party) => party.balance === 0).map((party) => party.memberId),
      );
      const payments = settleUp(parties);
      expect(payments.filter(({ from, to }) => even.has(from) || even.has(to))).toEqual([]);
      const uneven = parties.length - even.size;
      expect(payments.length).toBeLessThanOrEqual(Math.max(0, uneven - 1));
    }),
    { numRuns: scaleRuns(500) },
  );
});

/** Tries every partition into groups that sum to zero. */
function countFewestPayments(parties: readonly number[]): number {
  const [first, ...rest] = parties.filter((party) => party !== 0);
  if (first === undefined) return 0;
  let best = rest.length;
  for (let chosen = 0; chosen < 1 << rest.length; chosen += 1) {
    const mine = rest.filter((_, index) => chosen & (1 << index));
    if (first + mine.reduce((sum, party) => sum + party, 0) !== 0) continue;
    const others = rest.filter((_, index) => !(chosen & (1 << index)));
    best = Math.min(best, mine.length + countFewestPayments(others));
  }
  return best;
}

test('a small group gets the fewest possible payments', () => {
  const small = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 7 });
  fc.assert(
    fc.property(small, (amounts) => {
      const parties = toParties(amounts);
      expect(settleUp(parties).length).toBe(
        countFewestPayments(parties.map((party) => party.balance)),
      );
    }),
    { numRuns: scaleRuns(300) },
  );
});

test('the order of the balances does not matter', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 20 }), (amounts) => {
      const parties = toParties(amounts);
      expect(settleUp(parties.toReversed())).toEqual(settleUp(parties));
    }),
  );
});

test('in a large group, pairs that sum to zero settle with each other', () => {
  const amounts = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((each) => [
    each * 100,
    each * -100,
  ]);
  expect(settleUp(toParties(amounts))).toHaveLength(20);
});

test('no payment is below the smallest, and what is left is exactly what is still missing', () => {
  const smallest = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_00 }));
  const near = fc.oneof(fc.integer({ min: -300, max: 300 }), balance);
  fc.assert(
    fc.property(fc.array(near, { maxLength: 40 }), smallest, (amounts, limit) => {
      const parties = toParties(amounts);
      const { payments, left } = planSettleUp(parties, cents(limit));
      expect(payments.every(({ amount }) => amount >= limit)).toBe(true);
      expect(left.every(({ amount }) => amount > 0 && amount < limit)).toBe(true);
      if (limit <= 1) expect(left).toEqual([]);
      const missing = new Map(parties.map((party) => [party.memberId, party.balance as number]));
      const apply = ({ from, to, amount }: (typeof payments)[number]) => {
        missing.set(from, (missing.get(from) ?? 0) + amount);
        missing.set(to, (missing.get(to) ?? 0) - amount);
      };
      payments.forEach(apply);
      expect([...missing.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const unpaid = [...missing.values()].filter((amount) => amount > 0);
      expect(unpaid.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(
        left.reduce((sum, { amount }) => sum + amount, 0),
      );
      const members = [...missing].filter(([memberId]) => memberId !== null);
      for (const [, amount] of members) {
        expect(Math.abs(amount)).toBeLessThan(Math.max(limit, 1));
      }
      const pairs = payments.map(({ from, to }) => `${from} ${to}`);
      expect(new Set(pairs).size).toBe(pairs.length);
      left.forEach(apply);
      expect([...missing.values()].filter((amount) => amount !== 0)).toEqual([]);
    }),
    { numRuns: scaleRuns(500) },
  );
});

test('who owes the smallest payment or more pays, whatever the others owe', () => {
  const { payments, left } = planSettleUp(toParties([-180, -900, 990, 90]), cents(100));
  expect(payments).toEqual([
    { from: person(1), to: person(2), amount: 900 },
    { from: person(0), to: null, amount: 180 },
  ]);
  expect(left).toEqual([
    { from: null, to: person(3), amount: 90 },
    { from: null, to: person(2), amount: 90 },
  ]);
});

test('balances that do not sum to zero throw an error', () => {
  expect(() => settleUp([{ memberId: person(1), balance: cents(1) }])).toThrow('sum to zero');
});

test('a thousand parties are planned without trying every triple', () => {
  // Hardly any two or three of these sum to zero.
  const amounts = Array.from(
    { length: 1_000 },
    (_, index) => (index % 2 ? 1 : -1) * (7 + index * index * 13),
  );
  const parties = toParties(amounts);
  expect(applyPayments(parties).filter((remaining) => remaining !== 0)).toEqual([]);
});
