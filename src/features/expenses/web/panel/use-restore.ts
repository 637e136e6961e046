import type { Id } from '#kit/id.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { useRestoreExpense } from '../changes/change-queries.ts';

export type RestorableExpense = {
  readonly id: Id<'expense'>;
  readonly title: string;
  /** The deleted version that the user saw; missing right after the deletion. */
  readonly version?: number | undefined;
};

/** Restores a deleted expense and shows the result. */
export function useRestore(): (expense: RestorableExpense) => void {
  const { mutateAsync } = useRestoreExpense();
  return useSubmitOnce(
    async (expense: RestorableExpense) => {
      await mutateAsync(expense);
      toast.success({ title: 'Expense restored', description: expense.title });
    },
    (error) => toastFailure('Failed to restore expense', error),
  );
}
