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
  readonly memberId: Id;
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
