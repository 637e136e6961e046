/** Random acts about money, and what they add up to in exact arithmetic. */
import fc from 'fast-check';

export const headcount = 5;
/** The chapter's side of a payment, past the last member. */
const chapter = headcount;

const person = fc.nat(headcount - 1);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 99 }),
  fc.integer({ min: 100, max: 500_000_000 }),
);
const kind = <K extends string>(name: K) => fc.constant(name);
export const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('log'),
      amount,
      participants: fc.uniqueArray(person, { minLength: 1 }),
      payer: person,
      isReimbursed: fc.boolean(),
      usesWallets: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('settle'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('move'), owner: person, isCredit: fc.boolean(), amount }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ kind: kind('pay'), from: fc.nat(chapter), to: fc.nat(chapter), amount })
      .filter(({ from, to }) => from !== to),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('takeBack'), which: fc.nat() }) },
);
export type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

export type Logged = {
  id: string;
  shares: [who: number, share: bigint][];
  payer: number;
  credit: bigint;
  usesWallets: boolean;
};
export type Paid = { id: string; from: number; to: number; amount: bigint };

/** What has been accepted, in BigInt cents by person. */
export class Books {
  readonly open: bigint[] = Array.from({ length: headcount }, () => 0n);
  readonly wallets: bigint[] = Array.from({ length: headcount }, () => 0n);

  addOpen({ shares, payer, credit }: Logged, sign: 1n | -1n): void {
    for (const [who, share] of shares) this.open[who] = (this.open[who] ?? 0n) - sign * share;
    this.open[payer] = (this.open[payer] ?? 0n) + sign * credit;
  }

  settle(expense: Logged): void {
    this.addOpen(expense, -1n);
    if (!expense.usesWallets) return;
    for (const [who, share] of expense.shares) this.move(who, -share);
    this.move(expense.payer, expense.credit);
  }

  pay({ from, to, amount }: Paid, sign: 1n | -1n): void {
    this.move(from, sign * amount);
    this.move(to, -sign * amount);
  }

  /** The chapter has no wallet. */
  move(who: number, amount: bigint): void {
    if (who < headcount) this.wallets[who] = (this.wallets[who] ?? 0n) + amount;
  }

  standingOf(who: number): bigint {
    return (this.open[who] ?? 0n) + (this.wallets[who] ?? 0n);
  }
}
