/** The books that the money oracle keeps on its own, to compare the standings of the hub with. */
import type { Id } from '#kit/id.ts';
import { people } from './oracle-acts.ts';

/** What the acts that were accepted add up to, in BigInt cents. */
export class Ledger {
  readonly open: bigint[] = Array.from({ length: people }, () => 0n);
  readonly wallets: bigint[] = Array.from({ length: people }, () => 0n);
  readonly euros: bigint[] = Array.from({ length: people }, () => 0n);

  addOpen({ shares, credits }: Logged, sign: 1n | -1n): void {
    for (const [who, share] of shares) this.open[who] = (this.open[who] ?? 0n) - sign * share;
    for (const [who, credit] of credits) this.open[who] = (this.open[who] ?? 0n) + sign * credit;
  }

  settle(expense: Logged): void {
    this.addOpen(expense, -1n);
    if (!expense.usesWallets) return;
    for (const [who, share] of expense.shares) this.move(who, -share);
    for (const [who, credit] of expense.credits) this.move(who, credit);
  }

  /** A settled expense is settled once more, the other way round. */
  reverse({ shares, credits, usesWallets }: Logged): void {
    if (!usesWallets) return;
    for (const [who, share] of shares) this.move(who, share);
    for (const [who, credit] of credits) this.move(who, -credit);
  }

  /** The chapter, one past the last person, has no wallet. */
  move(who: number, amount: bigint): void {
    if (who < people) this.wallets[who] = (this.wallets[who] ?? 0n) + amount;
  }
}

export type Logged = {
  id: Id<'expense'>;
  shares: [number, bigint][];
  credits: [number, bigint][];
  usesWallets: boolean;
};
export type Paid = { id: Id<'payment'>; from: number; to: number; amount: bigint; status: string };
