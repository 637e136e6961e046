import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, maxCents } from '#kit/money.ts';
import { type Side, settleUp } from './settle-up.ts';
import { person } from './testing/random-expense.ts';

/** Balances as expenses make them: they sum to zero, the company (null) among them. */
function sidesOf(amounts: readonly number[]): Side[] {
  const members = amounts.map((amount, index) => ({ who: person(index), balance: cents(amount) }));
  const company = -amounts.reduce((sum, amount) => sum + amount, 0);
  return [...members, { who: null, balance: cents(company) }];
}

const balance = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.integer({ min: -maxCents, max: maxCents }),
);

function afterPayments(sides: readonly Side[]): number[] {
  const left = new Map(sides.map((side) => [side.who, side.balance as number]));
  for (const { from, to, amount } of settleUp(sides)) {
    expect(amount).toBeGreaterThan(0);
    left.set(from, (left.get(from) ?? 0) + amount);
    left.set(to, (left.get(to) ?? 0) - amount);
  }
  return [...left.values()];
}

test('after the payments everybody is even, and nobody who was even pays', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 60 }), (amounts) => {
      const sides = sidesOf(amounts);
      expect(afterPayments(sides).filter((left) => left !== 0)).toEqual([]);
      const even = new Set(sides.filter((side) => side.balance === 0).map((side) => side.who));
      const payments = settleUp(sides);
      expect(payments.filter(({ from, to }) => even.has(from) || even.has(to))).toEqual([]);
      const uneven = sides.length - even.size;
      expect(payments.length).toBeLessThanOrEqual(Math.max(0, uneven - 1));
    }),
    { numRuns: 500 },
  );
});

/** By brute force: every way to cut the sides into groups that sum to zero. */
function fewest(sides: readonly number[]): number {
  const [first, ...rest] = sides.filter((side) => side !== 0);
  if (first === undefined) return 0;
  let best = rest.length;
  for (let chosen = 0; chosen < 1 << rest.length; chosen += 1) {
    const mine = rest.filter((_, index) => chosen & (1 << index));
    if (first + mine.reduce((sum, side) => sum + side, 0) !== 0) continue;
    const others = rest.filter((_, index) => !(chosen & (1 << index)));
    best = Math.min(best, mine.length + fewest(others));
  }
  return best;
}

test('the payments of a small group are the fewest there can be', () => {
  const small = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 7 });
  fc.assert(
    fc.property(small, (amounts) => {
      const sides = sidesOf(amounts);
      expect(settleUp(sides).length).toBe(fewest(sides.map((side) => side.balance)));
    }),
    { numRuns: 300 },
  );
});

test('the order in which balances are given does not matter', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 20 }), (amounts) => {
      const sides = sidesOf(amounts);
      expect(settleUp(sides.toReversed())).toEqual(settleUp(sides));
    }),
  );
});

test('among many, pairs and threes that are even settle among themselves', () => {
  const amounts = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((each) => [
    each * 100,
    each * -100,
  ]);
  expect(settleUp(sidesOf(amounts))).toHaveLength(20);
});

test('balances that do not sum to zero are a bug', () => {
  expect(() => settleUp([{ who: person(1), balance: cents(1) }])).toThrow('sum to zero');
});

test('a thousand people are planned for without trying every three of them', () => {
  // Powers and primes: hardly any two or three are even.
  const amounts = Array.from(
    { length: 1_000 },
    (_, index) => (index % 2 ? 1 : -1) * (7 + index * index * 13),
  );
  const sides = sidesOf(amounts);
  expect(afterPayments(sides).filter((left) => left !== 0)).toEqual([]);
});
