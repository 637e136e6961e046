import { treasurerNeeded } from '#features/wallets/may-write.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { type Refused, refuse } from '#kit/result.ts';
import type { ExpenseFields, OpenExpense } from './expense.ts';

type Writer = Pick<MemberCaller, 'memberId' | 'role' | 'policy'>;

/**
 * Why this person may not write this expense, or undefined. With the chapter's policy `open`
 * everybody may write everything. With `treasurer`, a plain member writes only expenses of their
 * own: logged by themselves, and paid by themselves or by nobody of the chapter.
 */
export function refusalOfWriter(
  writer: Writer,
  expense: Pick<OpenExpense, 'createdBy' | 'paidBy'>,
): Refused | undefined {
  if (writer.policy === 'open' || writer.role !== 'member') return undefined;
  const isOwn =
    expense.createdBy === writer.memberId &&
    (expense.paidBy === null || expense.paidBy === writer.memberId);
  return isOwn
    ? undefined
    : refuse(
        'forbidden',
        'treasurer_needed',
        "Only treasurers and admins can change other members' expenses",
      );
}

/** As `refusalOfWriter`; besides, moving money on others' wallets needs a treasurer. */
export function refusalOfSettler(
  writer: Writer,
  expense: Pick<OpenExpense, 'createdBy' | 'paidBy'> &
    Pick<ExpenseFields, 'participants' | 'useWalletTransactions'>,
): Refused | undefined {
  const refused = refusalOfWriter(writer, expense);
  if (refused || writer.policy === 'open' || writer.role !== 'member') return refused;
  const isAlone = expense.participants.every((participant) => participant === writer.memberId);
  return !expense.useWalletTransactions || isAlone ? undefined : treasurerNeeded;
}
