import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { RecurringExpense } from '../../recurring/recurring.ts';
import { describeRecurring } from '../../recurring/recurring-words.ts';
import { recurringQuery, useEndRecurring } from './queries.ts';

/** Confirms that no more are made. */
export function StopRecurringDialog({
  recurringId,
  ...overlay
}: OverlayProps & { recurringId: Id<'recurring'> }) {
  const query = useQuery({ ...recurringQuery(recurringId), enabled: overlay.open });
  useCloseWhenMissing(query.isError && !query.data, overlay);
  return query.data && <Confirm {...overlay} recurring={query.data} />;
}

function Confirm({ recurring, open, onClose }: OverlayProps & { recurring: RecurringExpense }) {
  const end = useEndRecurring();
  const confirm = useSubmitOnce(
    async () => {
      await end.mutateAsync(recurring);
      toast.success({
        title: 'Recurring expense stopped',
        description: recurring.expense.title,
      });
      onClose();
    },
    (error) => toastFailure("Couldn't stop the recurring expense", error),
  );
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title="Stop Recurring Expense"
      description="No more expenses will be made. Those already made stay."
      confirmLabel="Stop"
      busyLabel="Stopping..."
      isBusy={end.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <p className="rounded-control bg-hover px-3.5 py-2.5">
          <span className="font-medium wrap-anywhere">{recurring.expense.title}</span>
          <span className="block text-xs text-third">{describeRecurring(recurring)}</span>
        </p>
        <WriteFailure error={end.error} />
      </div>
    </AlertDialog>
  );
}
