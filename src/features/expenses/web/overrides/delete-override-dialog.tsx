import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Override } from '../../expense.ts';
import { previewSplit } from '../form/share-preview.ts';
import { DeleteDialog } from '../panel/delete-dialog.tsx';
import { useExpenseNames } from '../use-names.ts';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { toSplitInput } from './override-form.ts';
import { useDeleteOverride } from './override-queries.ts';
import { ShareChanges } from './share-changes.tsx';

const failed = 'Failed to delete override';

/** Confirms deleting an override and shows the resulting shares. */
export function DeleteOverrideDialog({
  expense,
  override,
  open,
  onClose,
}: OverrideDialogProps & { override: Override }) {
  const remove = useDeleteOverride();
  const names = useExpenseNames(expense);
  const remaining = expense.overrides.filter(({ id }) => id !== override.id);
  const preview = previewSplit(toSplitInput(expense, remaining), names);
  const confirm = useSubmitOnce(
    async () => {
      await remove.mutateAsync({ expense, overrideId: override.id });
      toast.success('Override deleted successfully');
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title="Delete Override"
      description="Are you sure you want to delete this override? Its amount will be split with the rest again."
      words={override.label}
      amount={override.amount}
      isBusy={remove.isPending}
      onConfirm={confirm}
      failure={remove.isError && overrideFailure(failed, remove.error)}
    >
      {!preview.isRefused && <ShareChanges expense={expense} preview={preview} names={names} />}
    </DeleteDialog>
  );
}
