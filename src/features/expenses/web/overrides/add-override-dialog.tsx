import { cents, formatMoney } from '#kit/money.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OverrideFields } from '../../expense.ts';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { AmountField, LabelField, OverrideParticipantsField } from './override-fields.tsx';
import { OverrideFormDialog } from './override-form-dialog.tsx';
import { useAddOverride } from './override-queries.ts';

const failed = 'Failed to add override. Please try again.';

/** Splits part of an expense among some of its participants. */
export function AddOverrideDialog({ expense, open, onClose }: OverrideDialogProps) {
  const idempotency = useIdempotencyKey();
  const add = useAddOverride();
  const save = useSubmitOnce(
    async (body: OverrideFields) => {
      const idempotencyKey = idempotency.keyFor({ body, version: expense.version });
      await add.mutateAsync({ expense, body, idempotencyKey });
      toast.success(describeAddedOverride(body));
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  const context = { expense, type: 'equal' } as const;
  const max = cents(expense.amount - 1);
  return (
    <OverrideFormDialog
      {...context}
      open={open}
      onClose={onClose}
      kind="add"
      title="Add Override"
      description="Split part of the expense among some of its participants"
      submitLabel="Add Override"
      busyLabel="Adding..."
      isBusy={add.isPending}
      initial={{ amount: '', label: '', participants: [] }}
      failure={overrideFailure(failed, add.error)}
      onSave={save}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <AmountField {...context} label="Amount" help={`From $0.01 to ${formatMoney(max)}`} />
        <LabelField label="Label / Reason" placeholder="Wine, late arrival, extra guest" />
      </div>
      <OverrideParticipantsField {...context} />
    </OverrideFormDialog>
  );
}

/** The specification's text for an added override. */
export function describeAddedOverride({ amount, label }: Pick<OverrideFields, 'amount' | 'label'>) {
  return {
    title: 'Override Added',
    description: `Added ${formatMoney(amount)} override for "${label}".`,
  };
}
