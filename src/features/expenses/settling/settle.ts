import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import type { Expense } from '../expense.ts';

/** One change of a member's wallet; positive is a credit. */
type SettlementEntry = {
  readonly memberId: Id<'member'>;
  readonly amountCents: Cents;
  readonly description: string;
};

/**
 * The wallet changes when an expense settles with wallet transactions: each participant is debited
 * their share and each payer is credited. Amounts of zero are left out. The company account takes the
 * difference, so that the sum is zero.
 */
export function computeSettlementEntries({
  title,
  participantBreakdowns,
  payerCredits,
}: Pick<Expense, 'title' | 'participantBreakdowns' | 'payerCredits'>): SettlementEntry[] {
  const debits = participantBreakdowns.map(({ participantId, amountOwed }) => ({
    memberId: participantId,
    amountCents: cents(-amountOwed),
    description: `${title} (share)`,
  }));
  const credits = payerCredits.map(({ memberId, amount }) => ({
    memberId,
    amountCents: amount,
    description: `${title} (reimbursement)`,
  }));
  return [...debits, ...credits].filter((entry) => entry.amountCents !== 0);
}
