import { failureWords } from '#web/call-error.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnce } from '#web/use-once.ts';
import type { OpenExpense } from '../expense.ts';
import { toastFailure } from './failure-words.ts';
import { useDeleteExpense } from './queries.ts';

/** Asks before an expense is deleted. `onDeleted` closes what showed it. */
export function DeleteExpenseDialog({
  expense,
  open,
  onClose,
  onDeleted,
}: {
  expense: OpenExpense;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useDeleteExpense();
  const confirm = useOnce(
    async () => {
      await remove.mutateAsync(expense);
      toast.success('Expense deleted successfully');
      onDeleted();
    },
    (error) => toastFailure('Failed to delete expense', error),
  );
  return (
    <AlertDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Delete Expense"
      description="Are you sure you want to delete this expense? This action cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      <p className="flex items-baseline justify-between gap-4 rounded-control bg-hover px-3.5 py-2.5">
        <span className="min-w-0 font-medium wrap-anywhere">{expense.title}</span>
        <Money cents={expense.amount} className="font-medium" />
      </p>
      {remove.isError && (
        <Notice tone="error" className="mt-4">
          {failureWords(remove.error)}
        </Notice>
      )}
    </AlertDialog>
  );
}
