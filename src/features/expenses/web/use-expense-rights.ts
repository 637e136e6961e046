import { useSession } from '#web/api/session.ts';
import type { Expense } from '../expense.ts';
import { checkCorrectable, checkCorrector, checkSettler, checkWriter } from '../may-write.ts';
import { checkReturnable } from '../money-back.ts';

type Rights = {
  /** Why a settled expense cannot be corrected, or not by the member. */
  readonly reasonAgainstCorrecting: (expense: Expense) => string | undefined;
  /** Why money can't have come back for a settled expense, or the member may not say so. */
  readonly reasonAgainstMoneyBack: (expense: Expense) => string | undefined;
  /** Why the server would refuse a change of the expense; undefined if it would not. */
  readonly reasonAgainstWriting: (expense: Parameters<typeof checkWriter>[1]) => string | undefined;
  readonly reasonAgainstSettling: (
    expense: Parameters<typeof checkSettler>[1],
    /** Whether it charges wallets, if that is known otherwise. */
    charges?: boolean,
  ) => string | undefined;
};

/** What the server lets the member do with expenses, by its own decisions. */
export function useExpenseRights(): Rights {
  const { me, chapter } = useSession();
  const writer = { memberId: me.memberId, role: me.role, policy: chapter.policy };
  const reasonAgainstCorrecting = (expense: Expense) => {
    const checked = checkCorrectable(expense);
    if (!checked.ok) return checked.refusal.message;
    return checkCorrector(writer, expense)?.refusal.message;
  };
  const reasonAgainstMoneyBack = (expense: Expense) => {
    const checked = checkReturnable(expense);
    if (!checked.ok) return checked.refusal.message;
    return checkCorrector(writer, expense)?.refusal.message;
  };
  return {
    reasonAgainstCorrecting,
    reasonAgainstMoneyBack,
    reasonAgainstWriting: (expense) => checkWriter(writer, expense)?.refusal.message,
    reasonAgainstSettling: (expense, charges) =>
      checkSettler(writer, expense, charges)?.refusal.message,
  };
}
