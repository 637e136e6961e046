import type { RecurringExpense } from '../../recurring/recurring.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

/** Why the member may not change it; undefined if they may. */
export function useReasonAgainst(): (recurring: RecurringExpense) => string | undefined {
  const { reasonAgainstWriting } = useExpenseRights();
  return ({ createdBy, expense: { paidBy, payers = [] } }) =>
    reasonAgainstWriting({ createdBy, paidBy, payers });
}
