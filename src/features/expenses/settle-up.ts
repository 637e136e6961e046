import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';

/** `from` pays `to`; null is the chapter. */
export type Payment = {
  readonly from: Id<'member'> | null;
  readonly to: Id<'member'> | null;
  readonly amount: Cents;
};

/** A positive balance is owed to the party; a null `memberId` is the chapter. */
export type Party = { readonly memberId: Id<'member'> | null; readonly balance: Cents };

export type SettleUpPlan = {
  readonly payments: readonly Payment[];
  /** Amounts below the smallest payment. With the payments, they clear every balance. */
  readonly left: readonly Payment[];
};

/** Each search for a triple is quadratic in the number of parties. */
const maxPartiesForTriples = 100;

export function toParties(
  members: Iterable<{ readonly memberId: Id<'member'>; readonly standing: Cents }>,
  chapter: Cents,
): Party[] {
  const parties = [...members].map(({ memberId, standing }) => ({ memberId, balance: standing }));
  return [...parties, { memberId: null, balance: chapter }];
}

/** Up to this many parties, every grouping is tried to find the fewest payments. */
const maxPartiesForExactSearch = 16;

/**
 * Plans payments that clear all balances, which must sum to zero. A group of n parties whose balances
 * sum to zero needs n − 1 payments, so the most such groups give the fewest payments. For up to
 * `maxPartiesForExactSearch` parties the result is optimal. For more that is infeasible (it is the
 * subset-sum problem), so pairs and then triples that sum to zero are taken first, and the rest is
 * one group. The result does not depend on the order of the balances.
 */
export function settleUp(balances: Iterable<Party>): Payment[] {
  const parties = [...balances]
    .filter((party) => party.balance !== 0)
    .sort((a, b) => a.balance - b.balance || compareIds(a.memberId, b.memberId));
  if (parties.reduce((sum, party) => sum + party.balance, 0) !== 0) {
    throw new Error('balances to settle must sum to zero');
  }
  return findZeroSumGroups(parties).flatMap(planPayments);
}

/**
 * Plans payments of at least `smallest`, and reports what they leave for next time: of each member less than
 * that, with the chapter. Members below it are planned as if the chapter had settled with them, and who would
 * pay or get several small amounts pays or gets them from the chapter at once.
 */
export function planSettleUp(balances: Iterable<Party>, smallest: Cents): SettleUpPlan {
  const parties = [...balances];
  const isSmall = ({ memberId, balance }: Party) =>
    memberId !== null && balance !== 0 && Math.abs(balance) < smallest;
  const small = parties.filter(isSmall);
  const rest = parties.filter((party) => party.memberId !== null && !isSmall(party));
  const chapter = sumCents(
    [...parties].filter((p) => p.memberId === null || isSmall(p)).map((p) => p.balance),
  );
  const planned = settleUp([...rest, { memberId: null, balance: chapter }]);
  const large = planned.filter(({ amount }) => amount >= smallest);
  const rests = sumByMember(planned.filter(({ amount }) => amount < smallest));
  return {
    payments: mergePayments([...large, ...rests.filter((p) => !isSmall(p)).map(payWithChapter)]),
    left: [...small, ...rests.filter(isSmall)].map(payWithChapter),
  };
}

/** What each member would get by the payments, negative if they would pay. */
function sumByMember(payments: readonly Payment[]): Party[] {
  const balances = new Map<Id<'member'>, number>();
  const add = (memberId: Id<'member'> | null, amount: number) => {
    if (memberId !== null) balances.set(memberId, (balances.get(memberId) ?? 0) + amount);
  };
  for (const { from, to, amount } of payments) {
    add(from, -amount);
    add(to, amount);
  }
  return [...balances].map(([memberId, balance]) => ({ memberId, balance: cents(balance) }));
}

/** One payment for each two parties. */
function mergePayments(payments: readonly Payment[]): Payment[] {
  return [...Map.groupBy(payments, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? { ...first, amount: sumCents(same.map(({ amount }) => amount)) } : [];
  });
}

function payWithChapter({ memberId, balance }: Party): Payment {
  return balance < 0
    ? { from: memberId, to: null, amount: cents(-balance) }
    : { from: null, to: memberId, amount: balance };
}

function compareIds(a: Id<'member'> | null, b: Id<'member'> | null): number {
  const [first, second] = [a ?? '', b ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Partitions the parties into groups that sum to zero. */
function findZeroSumGroups(parties: readonly Party[]): Party[][] {
  if (parties.length <= maxPartiesForExactSearch) return findMostGroups(parties);
  const pair = findZeroSumPair(parties);
  if (pair) return [pair, ...findZeroSumGroups(without(parties, pair))];
  const triple = parties.length <= maxPartiesForTriples ? findZeroSumTriple(parties) : undefined;
  if (triple) return [triple, ...findZeroSumGroups(without(parties, triple))];
  return [[...parties]];
}

function without(parties: readonly Party[], taken: readonly Party[]): Party[] {
  return parties.filter((party) => !taken.includes(party));
}

function findZeroSumPair(parties: readonly Party[]): Party[] | undefined {
  const byBalance = new Map(parties.map((party) => [party.balance as number, party]));
  for (const party of parties) {
    const other = party.balance < 0 ? byBalance.get(-party.balance) : undefined;
    if (other) return [party, other];
  }
  return undefined;
}

function findZeroSumTriple(parties: readonly Party[]): Party[] | undefined {
  const byBalance = new Map(parties.map((party) => [party.balance as number, party]));
  for (const [index, first] of parties.entries()) {
    for (const second of parties.slice(index + 1)) {
      const third = byBalance.get(-first.balance - second.balance);
      if (third && third !== first && third !== second) return [first, second, third];
    }
  }
  return undefined;
}

/**
 * Finds the most groups by dynamic programming over all subsets: in a sequence of parties a group ends
 * whenever the running sum is zero, and the best sequence of a subset extends the best one of the
 * subset without its last party.
 */
function findMostGroups(parties: readonly Party[]): Party[][] {
  const subsets = 1 << parties.length;
  const sums = new Float64Array(subsets);
  const groups = new Int8Array(subsets);
  const last = new Int8Array(subsets);
  for (let subset = 1; subset < subsets; subset += 1) {
    let best = -1;
    for (const [index, party] of parties.entries()) {
      if ((subset & (1 << index)) === 0) continue;
      const rest = subset ^ (1 << index);
      sums[subset] = (sums[rest] ?? 0) + party.balance;
      if ((groups[rest] ?? 0) <= best) continue;
      best = groups[rest] ?? 0;
      last[subset] = index;
    }
    groups[subset] = best + (sums[subset] === 0 ? 1 : 0);
  }
  const found: Party[][] = [];
  for (let subset = subsets - 1; subset > 0; ) {
    const index = last[subset] ?? 0;
    const party = parties[index];
    if (sums[subset] === 0) found.push([]);
    if (party) found.at(-1)?.push(party);
    subset ^= 1 << index;
  }
  return found;
}

/** The largest debtor pays the largest creditor; each payment settles at least one of them. */
function planPayments(group: readonly Party[]): Payment[] {
  const remaining = group.map((party) => ({
    memberId: party.memberId,
    balance: party.balance as number,
  }));
  const payments: Payment[] = [];
  for (;;) {
    remaining.sort((a, b) => a.balance - b.balance || compareIds(a.memberId, b.memberId));
    const [from] = remaining;
    const to = remaining.at(-1);
    if (!from || !to || from.balance === 0) return payments;
    const amount = Math.min(-from.balance, to.balance);
    payments.push({ from: from.memberId, to: to.memberId, amount: cents(amount) });
    from.balance += amount;
    to.balance -= amount;
  }
}
