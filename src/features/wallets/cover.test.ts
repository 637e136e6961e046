import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { coverDebits, type Debit } from './cover.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z` as Instant;
const debit = (id: string, day: number, amount: number): Debit => ({
  id,
  at: at(day),
  amount: cents(amount),
});
const openOf = (debits: readonly Debit[], balance: number) =>
  Object.fromEntries(coverDebits(debits, cents(balance)).map(({ id, open }) => [id, open]));

test('credits cover the oldest debits first, and the last of them in part', () => {
  const debits = [debit('dues', 9, 250_00), debit('dinner', 2, 90_00), debit('taxi', 5, 10_00)];
  // Credits of $200.00.
  expect(openOf(debits, -150_00)).toEqual({ dinner: 0, taxi: 0, dues: 150_00 });
  // Credits of $95.00.
  expect(openOf(debits, -255_00)).toEqual({ dinner: 0, taxi: 5_00, dues: 250_00 });
});

test('everything is covered at zero and above, and open without a credit', () => {
  const debits = [debit('a', 1, 1), debit('b', 2, 2)];
  expect(openOf(debits, 0)).toEqual({ a: 0, b: 0 });
  expect(openOf(debits, 7)).toEqual({ a: 0, b: 0 });
  expect(openOf(debits, -3)).toEqual({ a: 1, b: 2 });
  expect(coverDebits([], cents(-3))).toEqual([]);
});

test('of debits of one instant, the later id is the newer', () => {
  expect(openOf([debit('b', 1, 5), debit('a', 1, 5)], -5)).toEqual({ a: 0, b: 5 });
});

test('for any wallet: it is as if each credit were given to the oldest open debit', () => {
  let seed = 20261129;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const debits = Array.from({ length: next(12) }, (_, index) =>
      debit(`d${String(index).padStart(2, '0')}`, 1 + next(5), 1 + next(50)),
    );
    const credits = Array.from({ length: next(8) }, () => cents(1 + next(80)));
    const owed = sumCents(debits.map(({ amount }) => amount));
    const balance = cents(sumCents(credits) - owed);
    const open = openOf(debits, balance);
    expect(open).toEqual(giveOneByOne(debits, credits));
    expect(sumCents(Object.values(open) as Cents[])).toBe(Math.max(0, -balance));
    expect(openOf(debits.toReversed(), balance)).toEqual(open);
  }
});

/** Cent by cent, oldest first: slow and plain. */
function giveOneByOne(debits: readonly Debit[], credits: readonly Cents[]) {
  const oldestFirst = debits.toSorted((one, other) =>
    `${one.at} ${one.id}` < `${other.at} ${other.id}` ? -1 : 1,
  );
  const open = new Map(oldestFirst.map(({ id, amount }) => [id, amount as number]));
  for (let left: number = sumCents(credits); left > 0; left -= 1) {
    const oldest = oldestFirst.find(({ id }) => (open.get(id) ?? 0) > 0);
    if (!oldest) break;
    open.set(oldest.id, (open.get(oldest.id) ?? 0) - 1);
  }
  return Object.fromEntries(open);
}

test('what was paid for a debit by name covers that one, and the rest the oldest', () => {
  const dues = debit('dues', 2, 250_00);
  const bowling = { ...debit('bowling', 9, 138_64), paid: cents(138_64) };
  // Credits of $138.64 alone, and then of $100.00 more.
  expect(openOf([dues, bowling], -250_00)).toEqual({ dues: 250_00, bowling: 0 });
  expect(openOf([dues, bowling], -150_00)).toEqual({ dues: 150_00, bowling: 0 });
  const partly = { ...bowling, paid: cents(38_64) };
  expect(openOf([dues, partly], -350_00)).toEqual({ dues: 250_00, bowling: 100_00 });
  expect(openOf([dues, partly], -50_00)).toEqual({ dues: 0, bowling: 50_00 });
});

test('the newest debits alone suffice if they add up to what is lacking', () => {
  const all = [debit('a', 1, 30), debit('b', 2, 20), debit('c', 3, 10)];
  expect(openOf(all.slice(1), -25)).toEqual({ b: 15, c: 10 });
  expect(openOf(all, -25)).toEqual({ a: 0, b: 15, c: 10 });
});
