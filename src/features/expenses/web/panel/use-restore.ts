import type { Id } from '#kit/id.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { toastFailure } from '../failure-words.ts';
import { useRestoreExpense } from '../screen-queries.ts';

export type Restorable = {
  readonly id: Id<'expense'>;
  readonly title: string;
  /** The version that was seen as deleted; whatever it is now where none was. */
  readonly version?: number | undefined;
};

/** Brings a deleted expense back as it was, once however often it is asked for, and says so. */
export function useRestore(): (expense: Restorable) => void {
  const { mutateAsync } = useRestoreExpense();
  return useSubmitOnce(
    async (expense: Restorable) => {
      await mutateAsync(expense);
      toast.success({ title: 'Expense restored', description: expense.title });
    },
    (error) => toastFailure('Failed to restore expense', error),
  );
}
