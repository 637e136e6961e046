import { centsToText } from '#kit/money.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Override, OverrideFields } from '../../expense.ts';
import { serializeOverride } from '../../revise.ts';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { AmountField, LabelField, OverrideParticipantsField } from './override-fields.tsx';
import type { OverrideForm } from './override-form.ts';
import { OverrideFormDialog } from './override-form-dialog.tsx';
import { useUpdateOverride } from './override-queries.ts';

const failed = 'Failed to update override. Please try again.';

/** Edits an override, but not its type. */
export function UpdateOverrideDialog({
  expense,
  override,
  open,
  onClose,
}: OverrideDialogProps & { override: Override }) {
  const update = useUpdateOverride();
  const { seen, onTyped } = useSeen(expense, update.error);
  // Someone else may delete it.
  const before = seen.overrides.find(({ id }) => id === override.id) ?? override;
  const save = useSubmitOnce(
    async (body: OverrideFields) => {
      if (isSame(before, body)) {
        toast.info('No changes detected');
      } else {
        await update.mutateAsync({ expense: seen, overrideId: before.id, body });
        toast.success('Override updated successfully');
      }
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  const context = { expense, type: before.type, changed: before };
  return (
    <OverrideFormDialog
      {...context}
      open={open}
      onClose={onClose}
      kind="update"
      title="Update Override"
      description={
        before.type === 'manual'
          ? 'Set a fixed amount for one participant'
          : 'Split part of the expense among some of its participants'
      }
      submitLabel="Update Override"
      busyLabel="Updating..."
      isBusy={update.isPending}
      initial={toForm(before)}
      onTyped={onTyped}
      failure={overrideFailure(failed, update.error)}
      onSave={save}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <LabelField label="Label" />
        <AmountField {...context} label="Amount" />
      </div>
      <OverrideParticipantsField {...context} />
    </OverrideFormDialog>
  );
}

function toForm({ amount, label, participantIds }: Override): OverrideForm {
  return { amount: centsToText(amount), label, participants: [...participantIds] };
}

function isSame(before: Override, fields: OverrideFields): boolean {
  const sorted = (override: Override) =>
    serializeOverride({ ...override, participantIds: override.participantIds.toSorted() });
  return sorted(before) === sorted({ ...fields, id: before.id });
}
