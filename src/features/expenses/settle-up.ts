import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';

/** `from` pays `to`; null is the company. */
export type Payment = {
  readonly from: Id<'member'> | null;
  readonly to: Id<'member'> | null;
  readonly amount: Cents;
};

/** Somebody's balance: positive is owed to them, negative is owed by them. */
export type Side = { readonly who: Id<'member'> | null; readonly balance: Cents };

/** Threes are looked for among at most so many: it takes the square of their number, each time. */
const mostForThrees = 100;

/** The sides of what the balances call replies with. */
export function sidesOf(
  members: Iterable<{ readonly participantId: Id<'member'>; readonly balance: Cents }>,
  company: Cents,
): Side[] {
  const sides = [...members].map(({ participantId, balance }) => ({ who: participantId, balance }));
  return [...sides, { who: null, balance: company }];
}

/** Up to this many sides the fewest payments are found by looking at every grouping. */
const mostExact = 16;

/**
 * Payments that clear all balances, which must sum to zero: after them everybody is even. People
 * who are even among themselves settle among themselves, and a group of n needs n − 1 payments; so
 * the fewest payments come from the most such groups. For up to 16 people that are not even the
 * result is the fewest there can be. Finding the most groups among more is not feasible (it is the
 * subset-sum problem): then pairs, and among up to 100
 * people threes, that are even are taken first, and the rest is one
 * group as soon as it is larger than can be searched. The order of what is given does not matter.
 */
export function settleUp(balances: Iterable<Side>): Payment[] {
  const sides = [...balances]
    .filter((side) => side.balance !== 0)
    .sort((a, b) => a.balance - b.balance || compare(a.who, b.who));
  if (sides.reduce((sum, side) => sum + side.balance, 0) !== 0) {
    throw new Error('balances to settle must sum to zero');
  }
  return evenGroups(sides).flatMap(paymentsWithin);
}

function compare(a: Id<'member'> | null, b: Id<'member'> | null): number {
  const [first, second] = [a ?? '', b ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** As many groups that sum to zero as are found. */
function evenGroups(sides: readonly Side[]): Side[][] {
  if (sides.length <= mostExact) return mostGroups(sides);
  const pair = evenPair(sides);
  if (pair) return [pair, ...evenGroups(without(sides, pair))];
  const three = sides.length <= mostForThrees ? evenThree(sides) : undefined;
  if (three) return [three, ...evenGroups(without(sides, three))];
  return [[...sides]];
}

function without(sides: readonly Side[], taken: readonly Side[]): Side[] {
  return sides.filter((side) => !taken.includes(side));
}

function evenPair(sides: readonly Side[]): Side[] | undefined {
  const byBalance = new Map(sides.map((side) => [side.balance as number, side]));
  for (const side of sides) {
    const other = side.balance < 0 ? byBalance.get(-side.balance) : undefined;
    if (other) return [side, other];
  }
  return undefined;
}

function evenThree(sides: readonly Side[]): Side[] | undefined {
  const byBalance = new Map(sides.map((side) => [side.balance as number, side]));
  for (const [index, first] of sides.entries()) {
    for (const second of sides.slice(index + 1)) {
      const third = byBalance.get(-first.balance - second.balance);
      if (third && third !== first && third !== second) return [first, second, third];
    }
  }
  return undefined;
}

/**
 * The most groups, over all subsets: walking through the sides in any order, a group ends each time
 * the running sum is zero, and the best order for a subset is the best for one side less.
 */
function mostGroups(sides: readonly Side[]): Side[][] {
  const subsets = 1 << sides.length;
  const sums = new Float64Array(subsets);
  const groups = new Int8Array(subsets);
  const last = new Int8Array(subsets);
  for (let subset = 1; subset < subsets; subset += 1) {
    let best = -1;
    for (const [place, side] of sides.entries()) {
      if ((subset & (1 << place)) === 0) continue;
      const rest = subset ^ (1 << place);
      sums[subset] = (sums[rest] ?? 0) + side.balance;
      if ((groups[rest] ?? 0) <= best) continue;
      best = groups[rest] ?? 0;
      last[subset] = place;
    }
    groups[subset] = best + (sums[subset] === 0 ? 1 : 0);
  }
  const found: Side[][] = [];
  for (let subset = subsets - 1; subset > 0; ) {
    const place = last[subset] ?? 0;
    const side = sides[place];
    if (sums[subset] === 0) found.push([]);
    if (side) found.at(-1)?.push(side);
    subset ^= 1 << place;
  }
  return found;
}

/** Whoever owes most pays whoever is owed most: each payment makes one of them even. */
function paymentsWithin(group: readonly Side[]): Payment[] {
  const left = group.map((side) => ({ who: side.who, balance: side.balance as number }));
  const payments: Payment[] = [];
  for (;;) {
    left.sort((a, b) => a.balance - b.balance || compare(a.who, b.who));
    const [from] = left;
    const to = left.at(-1);
    if (!from || !to || from.balance === 0) return payments;
    const amount = Math.min(-from.balance, to.balance);
    payments.push({ from: from.who, to: to.who, amount: cents(amount) });
    from.balance += amount;
    to.balance -= amount;
  }
}
