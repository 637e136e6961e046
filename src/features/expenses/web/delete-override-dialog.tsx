import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnce } from '#web/use-once.ts';
import type { Override } from '../expense.ts';
import { toastFailure } from './failure-words.ts';
import type { AboutOverrides } from './override-dialogs.tsx';
import { overrideFailure } from './override-failure.tsx';
import { splitInputOf } from './override-form.ts';
import { useDeleteOverride } from './override-queries.ts';
import { ShareChanges } from './share-changes.tsx';
import { previewSplit } from './share-preview.ts';
import { useNames } from './use-names.ts';

const failed = 'Failed to delete override';

/** Asks before an override is deleted, and shows what everybody owes without it. */
export function DeleteOverrideDialog({
  expense,
  override,
  open,
  onClose,
}: AboutOverrides & { override: Override }) {
  const remove = useDeleteOverride();
  const names = useNames(expense);
  const left = expense.overrides.filter(({ id }) => id !== override.id);
  const preview = previewSplit(splitInputOf(expense, left), names);
  const confirm = useOnce(
    async () => {
      await remove.mutateAsync({ expense, overrideId: override.id });
      toast.success('Override deleted successfully');
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  return (
    <AlertDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Delete Override"
      description="Are you sure you want to delete this override? Its amount is shared like the rest again."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      <p className="mb-4 flex items-baseline justify-between gap-4 rounded-control bg-hover px-3.5 py-2.5">
        <span className="min-w-0 font-medium wrap-anywhere">{override.label}</span>
        <Money cents={override.amount} className="font-medium" />
      </p>
      {!preview.isRefused && <ShareChanges expense={expense} preview={preview} names={names} />}
      {remove.isError && (
        <Notice tone="error" className="mt-4">
          {overrideFailure(failed, remove.error)}
        </Notice>
      )}
    </AlertDialog>
  );
}
