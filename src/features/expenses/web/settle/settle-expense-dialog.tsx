import { plural } from '#kit/counts.ts';
import { formatMoney } from '#kit/money.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OpenExpense } from '../../expense.ts';
import { computeSettlementEntries } from '../../settle.ts';
import { ExpenseStatus } from '../list/expense-status.tsx';
import { useSettleExpense } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';

/** Confirms settling an expense and shows the effect on wallets. */
export function SettleExpenseDialog({
  expense,
  open,
  onClose,
}: {
  expense: OpenExpense;
  open: boolean;
  onClose: () => void;
}) {
  const idempotency = useIdempotencyKey();
  const settle = useSettleExpense();
  const confirm = useSubmitOnce(
    async () => {
      const { id, version } = expense;
      await settle.mutateAsync({ expense, idempotencyKey: idempotency.keyFor({ id, version }) });
      toast.success('Expense settled successfully');
      onClose();
    },
    (error) => toastFailure('Failed to settle expense', error),
  );
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title="Settle Expense"
      description="Are you sure you want to settle this expense? This will mark the expense as settled and cannot be undone."
      confirmLabel="Settle Expense"
      busyLabel="Settling..."
      tone="primary"
      isBusy={settle.isPending}
      onConfirm={confirm}
    >
      <DetailList>
        <Detail name="Title">
          <span className="font-medium wrap-anywhere">{expense.title}</span>
        </Detail>
        <Detail name="Amount">
          <Money cents={expense.amount} /> <span className="text-third">USD</span>
        </Detail>
        <Detail name="Category">{expense.category || '-'}</Detail>
        <Detail name="Status">
          <ExpenseStatus status={expense.status} />
        </Detail>
        <Detail name="Wallets">{describeWalletChanges(expense)}</Detail>
      </DetailList>
      {settle.isError && (
        <Notice tone="error" className="mt-4">
          {describeFailure(settle.error)}
        </Notice>
      )}
    </AlertDialog>
  );
}

/** Uses the same function as the server. */
function describeWalletChanges(expense: OpenExpense): string {
  if (!expense.useWalletTransactions) return 'No wallet changes';
  const entries = computeSettlementEntries(expense, expense.participantBreakdowns);
  const debits = entries.filter((entry) => entry.amountCents < 0).length;
  const credit = entries.find((entry) => entry.amountCents > 0);
  const debited = `${plural(debits, 'participant is', 'participants are')} debited ${formatMoney(expense.amount)}`;
  return credit
    ? `${debited}${debits === 1 ? '' : ' in total'}; the payer is credited ${formatMoney(credit.amountCents)}`
    : `${debited}${debits === 1 ? '' : ' in total'}; no one is credited`;
}
