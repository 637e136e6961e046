import { treasurerNeeded } from '#features/wallets/write-permission.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Expense, ExpenseFields, OpenExpense, SettledExpense } from './expense.ts';
import { listPayerIds } from './payers.ts';
import { settlingCharges } from './settling/paid-outside.ts';

type Writer = Pick<MemberCaller, 'memberId' | 'role' | 'policy'>;

/**
 * Refuses if this member may not change the expense. With the policy `open`, everyone may change every
 * expense. With `treasurer`, a member may change only expenses that they logged and that no other
 * member paid.
 */
export function checkWriter(
  writer: Writer,
  expense: Pick<OpenExpense, 'createdBy' | 'paidBy' | 'payers'>,
): Refused | undefined {
  if (writer.policy === 'open' || writer.role !== 'member') return undefined;
  const isOwn =
    expense.createdBy === writer.memberId &&
    listPayerIds(expense).every((payer) => payer === writer.memberId);
  return isOwn
    ? undefined
    : refuse(
        'forbidden',
        'treasurer_needed',
        "Only treasurers and admins can change other members' expenses",
      );
}

/**
 * Like `checkWriter`; in addition, charging others' wallets requires a treasurer. `charges` says whether
 * it does: correcting moves wallets only if the expense used them.
 */
export function checkSettler(
  writer: Writer,
  expense: Pick<OpenExpense, 'createdBy' | 'paidBy' | 'payers'> &
    Pick<ExpenseFields, 'participants' | 'useWalletTransactions' | 'isEvenSplit'>,
  charges = settlingCharges(expense),
): Refused | undefined {
  const refused = checkWriter(writer, expense);
  if (refused || writer.policy === 'open' || writer.role !== 'member') return refused;
  const isAlone = expense.participants.every((participant) => participant === writer.memberId);
  return !charges || isAlone ? undefined : treasurerNeeded;
}

/**
 * Like `checkSettler`; in addition, with the policy `treasurer` a plain member does not take back what
 * someone else booked in wallets: reversing a debit of their own is a credit.
 */
export function checkCorrector(
  writer: Writer,
  expense: Parameters<typeof checkSettler>[1] & Pick<Expense, 'status' | 'settledBy'>,
): Refused | undefined {
  const refused = checkSettler(writer, expense, expense.useWalletTransactions);
  if (refused || writer.policy === 'open' || writer.role !== 'member') return refused;
  const { status, settledBy } = expense;
  return expense.useWalletTransactions && status === 'settled' && settledBy !== writer.memberId
    ? refuse(
        'forbidden',
        'treasurer_needed',
        'Only treasurers and admins can correct what someone else settled in wallets',
      )
    : undefined;
}

/** Whether the expense can be corrected: settled, not corrected yet, and no reversal itself. */
export function checkCorrectable(expense: Expense): Result<SettledExpense> {
  if (expense.status !== 'settled') {
    const message = 'Only a settled expense is corrected; this one can be edited';
    return refuse('conflict', 'expense_not_settled', message);
  }
  if (expense.correctsId !== undefined) {
    return refuse('conflict', 'expense_is_reversal', "A reversal can't be corrected");
  }
  if (expense.correctedById !== undefined) {
    return refuse('conflict', 'expense_corrected', 'This expense has been corrected already');
  }
  if (expense.moneyBack) {
    const message =
      'Money came back for this expense: reverse that first, then correct the expense';
    return refuse('conflict', 'money_came_back', message);
  }
  return ok(expense);
}
