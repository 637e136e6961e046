import { expect, test } from 'vitest';
import type { Day, Instant } from '#kit/day.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { type Credit, compareLastDueFirst, coverDebits, type Debit, findCover } from './cover.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z` as Instant;
const dueOn = (day: number) => `2026-03-${String(day).padStart(2, '0')}` as Day;
const debit = (id: string, day: number, amount: number, due = day): Debit => ({
  id,
  at: at(day),
  dueOn: dueOn(due),
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

test('what is due first is covered first, whenever it was posted', () => {
  const dues = debit('dues', 1, 250_00, 31);
  const dinner = debit('dinner', 5, 40_00, 9);
  expect(openOf([dues, dinner], -250_00)).toEqual({ dues: 250_00, dinner: 0 });
});

test('for any wallet: it is as if each credit were given to the open debit that is due first', () => {
  let seed = 20261129;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const debits = Array.from({ length: next(12) }, (_, index) =>
      debit(`d${String(index).padStart(2, '0')}`, 1 + next(5), 1 + next(50), 6 + next(5)),
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
    `${one.dueOn} ${one.at} ${one.id}` < `${other.dueOn} ${other.at} ${other.id}` ? -1 : 1,
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

test('what is covered is covered by the oldest credits that are left for it', () => {
  const credit = (day: number, amount: number, isPayment = false): Credit => ({
    at: at(day),
    amount: cents(amount),
    isPayment,
  });
  const debits = [debit('c', 3, 30), debit('b', 2, 20), debit('a', 1, 10)];
  // 25 of 'a', 'b' and 'c', then 20, of which 5 are more than what is asked; the newest covers nothing.
  const credits = [credit(9, 7), credit(8, 40, true), credit(7, 20), credit(6, 5, true)];
  expect(Object.fromEntries(findCover(debits, credits, cents(12)))).toEqual({
    a: { at: at(7), isPaid: true },
    b: { at: at(8), isPaid: true },
    c: { at: at(8), isPaid: true },
  });
  // Nothing of 'c' and 5 of 'b' are covered.
  expect(Object.fromEntries(findCover(debits, [credit(7, 8), credit(6, 7)], cents(-45)))).toEqual({
    a: { at: at(7), isPaid: false },
    b: { at: at(7), isPaid: false },
  });
  expect(findCover(debits, [], cents(-60)).size).toBe(0);
});

test('for any wallet: cent by cent, each credit covers what is due first and open', () => {
  let seed = 44;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const debits = Array.from({ length: next(8) }, (_, index) =>
      debit(`d${index}`, 1 + next(5), 1 + next(20), 6 + next(5)),
    ).toSorted(compareLastDueFirst);
    const credits = Array.from({ length: next(8) }, (_, index) => ({
      at: at(20 - index),
      amount: cents(1 + next(30)),
      isPayment: next(2) === 0,
    }));
    const balance = cents(
      sumCents(credits.map(({ amount }) => amount)) - sumCents(debits.map(({ amount }) => amount)),
    );
    const slots = debits.toReversed().flatMap(({ id, amount }) => Array<string>(amount).fill(id));
    const sources = credits
      .toReversed()
      .flatMap((credit) => Array<Credit>(credit.amount).fill(credit));
    const expected = new Map<string, { at: Instant; isPaid: boolean }>();
    for (const [index, id] of slots.entries()) {
      const source = sources[index];
      if (!source) break;
      expected.set(id, {
        at: source.at,
        isPaid: source.isPayment || (expected.get(id)?.isPaid ?? false),
      });
    }
    expect(new Map(findCover(debits, credits, balance))).toEqual(expected);
  }
});
