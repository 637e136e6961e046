import type { Id } from '#kit/id.ts';
import { type Cents, cents, zeroCents } from '#kit/money.ts';
import type { ExpenseFields, Share } from './expense.ts';

/** What decides who gets the payer's money back. */
export type Reimbursed = Pick<
  ExpenseFields,
  'amount' | 'paidBy' | 'isEvenSplit' | 'payerReimbursementType' | 'payerReimbursementAmount'
>;

/** One movement on a member's wallet, in cents: positive is a credit. */
type Leg = {
  readonly memberId: Id<'member'>;
  readonly amountCents: Cents;
  readonly description: string;
};

/**
 * What the payer gets back, in cents. `Full`: the whole amount; `Partial`: the stated one; `None`:
 * nothing, because the company paid; an even split has no payer.
 */
export function payerCredit(expense: Reimbursed): Cents {
  if (expense.isEvenSplit || expense.paidBy === null) return zeroCents;
  switch (expense.payerReimbursementType) {
    case 'Full':
      return expense.amount;
    case 'Partial':
      return expense.payerReimbursementAmount ?? zeroCents;
    case 'None':
      return zeroCents;
    default:
      return expense.payerReimbursementType satisfies never;
  }
}

/**
 * What members' wallets see when an expense settles with wallet transactions: every participant is
 * debited their share, the payer credited; a payer who takes part sees both. Zero moves nothing
 * and is left out. The company takes the difference, so that everything sums to zero.
 */
export function settlementLegs(
  expense: Reimbursed & Pick<ExpenseFields, 'title'>,
  shares: readonly Share[],
): Leg[] {
  const debits = shares.map(({ participantId, amountOwed }) => ({
    memberId: participantId,
    amountCents: cents(-amountOwed),
    description: `${expense.title} (share)`,
  }));
  const credits = [expense.paidBy]
    .filter((payer) => payer !== null)
    .map((memberId) => ({
      memberId,
      amountCents: payerCredit(expense),
      description: `${expense.title} (reimbursement)`,
    }));
  return [...debits, ...credits].filter((leg) => leg.amountCents !== 0);
}

type Settled = Reimbursed &
  Pick<ExpenseFields, 'title' | 'useWalletTransactions'> & {
    readonly participantBreakdowns: readonly Share[];
  };

/** By how much each wallet changes when all of these settle, in cents; who comes out even is left out. */
export function walletChanges(expenses: readonly Settled[]): ReadonlyMap<Id<'member'>, Cents> {
  const changes = new Map<Id<'member'>, Cents>();
  const legs = expenses
    .filter((expense) => expense.useWalletTransactions)
    .flatMap((expense) => settlementLegs(expense, expense.participantBreakdowns));
  for (const { memberId, amountCents } of legs) {
    changes.set(memberId, cents((changes.get(memberId) ?? 0) + amountCents));
  }
  return new Map([...changes].filter(([, amount]) => amount !== 0));
}
