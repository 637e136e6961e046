import { describeFailure } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OpenExpense } from '../../expense.ts';
import { useDeleteExpense } from '../changes/change-queries.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useRestore } from './use-restore.ts';

/** Confirms deleting an expense. `onDeleted` closes its panel. */
export function DeleteExpenseDialog({
  expense,
  onDeleted,
  ...overlay
}: OverlayProps & {
  expense: OpenExpense;
  onDeleted: () => void;
}) {
  const remove = useDeleteExpense();
  const restore = useRestore();
  const confirm = useSubmitOnce(
    async () => {
      await remove.mutateAsync(expense);
      const { id, title } = expense;
      toast.success({
        title: 'Expense deleted successfully',
        description: `To restore ${title} later, filter expenses by the status Deleted.`,
        action: { label: 'Undo', onPress: () => restore({ id, title }) },
      });
      onDeleted();
    },
    (error) => toastFailure('Failed to delete expense', error),
  );
  return (
    <DeleteDialog
      {...overlay}
      title="Delete Expense"
      description={
        <>
          Are you sure you want to delete this expense? This action cannot be undone.{' '}
          <span className="text-third">You can restore it from Deleted.</span>
        </>
      }
      words={expense.title}
      amount={expense.amount}
      isBusy={remove.isPending}
      onConfirm={confirm}
      failure={remove.isError && describeFailure(remove.error)}
    />
  );
}
