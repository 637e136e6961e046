import type { Id } from '#kit/id.ts';
import { type Cents, cents, zeroCents } from '#kit/money.ts';
import type { ExpenseFields, Share } from './expense.ts';

/** The fields that determine what the payer gets back. */
export type ReimbursementFields = Pick<
  ExpenseFields,
  'amount' | 'paidBy' | 'isEvenSplit' | 'payerReimbursementType' | 'payerReimbursementAmount'
>;

/** One change of a member's wallet; positive is a credit. */
type SettlementEntry = {
  readonly memberId: Id<'member'>;
  readonly amountCents: Cents;
  readonly description: string;
};

/**
 * What the payer gets back: the whole amount (`Full`), a given amount (`Partial`), or nothing because
 * the company paid (`None`) or there is no payer (even split).
 */
export function computePayerCredit(expense: ReimbursementFields): Cents {
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
 * The wallet changes when an expense settles with wallet transactions: each participant is debited
 * their share and the payer is credited. Amounts of zero are left out. The company account takes the
 * difference, so that the sum is zero.
 */
export function computeSettlementEntries(
  expense: ReimbursementFields & Pick<ExpenseFields, 'title'>,
  shares: readonly Share[],
): SettlementEntry[] {
  const debits = shares.map(({ participantId, amountOwed }) => ({
    memberId: participantId,
    amountCents: cents(-amountOwed),
    description: `${expense.title} (share)`,
  }));
  const credits = [expense.paidBy]
    .filter((payer) => payer !== null)
    .map((memberId) => ({
      memberId,
      amountCents: computePayerCredit(expense),
      description: `${expense.title} (reimbursement)`,
    }));
  return [...debits, ...credits].filter((entry) => entry.amountCents !== 0);
}
