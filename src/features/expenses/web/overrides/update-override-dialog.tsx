import { useState } from 'react';
import { centsToText } from '#kit/money.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Override, OverrideFields } from '../../expense.ts';
import { serializeOverride } from '../../revise.ts';
import { toastFailure } from '../failure-words.ts';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { AmountField, LabelField, OverrideParticipantsField } from './override-fields.tsx';
import type { OverrideForm } from './override-form.ts';
import { OverrideFormDialog } from './override-form-dialog.tsx';
import { useUpdateOverride } from './override-queries.ts';

const failed = 'Failed to update override. Please try again.';

/** Changes an override; what kind it is stays. */
export function UpdateOverrideDialog({
  expense,
  override,
  open,
  onClose,
}: OverrideDialogProps & { override: Override }) {
  const [before] = useState(override);
  const update = useUpdateOverride();
  const save = useSubmitOnce(
    async (body: OverrideFields) => {
      if (isSame(before, body)) {
        toast.info('No changes detected');
      } else {
        // The version is the newest known: after a refusal because of another's change, theirs.
        await update.mutateAsync({ expense, overrideId: before.id, body });
        toast.success('Override updated successfully');
      }
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  const about = { expense, type: before.type, changed: before.id };
  return (
    <OverrideFormDialog
      {...about}
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
      initial={formOf(before)}
      failure={overrideFailure(failed, update.error)}
      onSave={save}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <LabelField label="Label" />
        <AmountField {...about} label="Amount" />
      </div>
      <OverrideParticipantsField {...about} />
    </OverrideFormDialog>
  );
}

function formOf({ amount, label, participantIds }: Override): OverrideForm {
  return { amount: centsToText(amount), label, participants: [...participantIds] };
}

function isSame(before: Override, stated: OverrideFields): boolean {
  const sorted = (override: Override) =>
    serializeOverride({ ...override, participantIds: override.participantIds.toSorted() });
  return sorted(before) === sorted({ ...stated, id: before.id });
}
