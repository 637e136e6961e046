import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents, zeroCents } from '#kit/money.ts';
import type { ExpenseFields, PayerCredit, Share } from './expense.ts';

/** What an open expense adds to balances. */
export type ExpenseWithShares = {
  readonly participantBreakdowns: readonly Share[];
  readonly payerCredits: readonly PayerCredit[];
};

export type Balances = {
  /** In cents; positive is owed to the member. Contains only payers and participants. */
  readonly members: ReadonlyMap<Id<'member'>, Cents>;
  /** The company account's balance, which makes the sum zero. */
  readonly company: Cents;
};

/**
 * Defines a member's balance: credits minus shares over all open expenses. The server computes the
 * same in SQL, and tests compare the two.
 */
export function computeBalances(openExpenses: Iterable<ExpenseWithShares>): Balances {
  const members = new Map<Id<'member'>, Cents>();
  const add = (member: Id<'member'>, amount: Cents) => {
    members.set(member, cents((members.get(member) ?? zeroCents) + amount));
  };
  for (const expense of openExpenses) {
    for (const { memberId, amount } of expense.payerCredits) add(memberId, amount);
    for (const { participantId, amountOwed } of expense.participantBreakdowns) {
      add(participantId, cents(-amountOwed));
    }
  }
  return { members, company: cents(-sumCents(members.values())) };
}

/** The effect of settling on each member and the company account, without amounts of zero. */
export type SettlementEffect = {
  /** Moved from open balances to wallets, so that standings stay the same. */
  readonly moved: Balances;
  /** Struck off open balances, because it was paid outside: standings change by the opposite. */
  readonly struckOff: Balances;
};

export function computeSettlementEffect(
  expenses: readonly (ExpenseWithShares & Pick<ExpenseFields, 'useWalletTransactions'>)[],
): SettlementEffect {
  const settleVia = (useWallets: boolean): Balances => {
    const { members, company } = computeBalances(
      expenses.filter((expense) => expense.useWalletTransactions === useWallets),
    );
    return { members: new Map([...members].filter(([, amount]) => amount !== 0)), company };
  };
  return { moved: settleVia(true), struckOff: settleVia(false) };
}
