import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents, zeroCents } from '#kit/money.ts';
import type { Share } from './expense.ts';
import { payerCredit, type Reimbursed } from './settle.ts';

/** What balances count: an expense that is neither settled nor deleted, with its shares. */
export type Counted = Reimbursed & { readonly participantBreakdowns: readonly Share[] };

export type Balances = {
  /** In cents, positive is owed to the member; only people of the expenses are in it. */
  readonly members: ReadonlyMap<Id<'member'>, Cents>;
  /** The chapter's own side, so that everything sums to zero. */
  readonly company: Cents;
};

/**
 * The definition of the Member Balances: credits minus shares over all open expenses. The server
 * computes the same by SQL, and the tests hold it to this.
 */
export function balancesOf(openExpenses: Iterable<Counted>): Balances {
  const members = new Map<Id<'member'>, Cents>();
  const add = (member: Id<'member'>, amount: Cents) => {
    members.set(member, cents((members.get(member) ?? zeroCents) + amount));
  };
  for (const expense of openExpenses) {
    if (expense.paidBy !== null) add(expense.paidBy, payerCredit(expense));
    for (const { participantId, amountOwed } of expense.participantBreakdowns) {
      add(participantId, cents(-amountOwed));
    }
  }
  return { members, company: cents(-sumCents(members.values())) };
}

/** The badge: `Even`, `Owed $12.00` (to the member) or `Owes $12.00`. */
export function balanceWords(balance: Cents): string {
  if (balance === 0) return 'Even';
  return balance > 0 ? `Owed ${formatMoney(balance)}` : `Owes ${formatMoney(cents(-balance))}`;
}
