import type { Id } from '#kit/id.ts';
import { type Cents, centsToText, zeroCents } from '#kit/money.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { OpenExpense, OverrideFields } from '../../expense.ts';
import { defaultManualLabel } from '../../override.ts';
import { unknownName } from '../people.ts';
import { PersonName } from '../person-name.tsx';
import { useExpenseNames } from '../use-names.ts';
import { describeAddedOverride } from './add-override-dialog.tsx';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { AmountField, LabelField, useOverridePreview } from './override-fields.tsx';
import { OverrideFormDialog } from './override-form-dialog.tsx';
import { useAddOverride } from './override-queries.ts';
import { ShareChanges } from './share-changes.tsx';

const failed = 'Failed to add override. Please try again.';

/** Sets a fixed amount for one participant; the others share the rest. */
export function ManualOverrideDialog({
  expense,
  participantId,
  open,
  onClose,
}: OverrideDialogProps & { participantId: Id<'member'> }) {
  const idempotency = useIdempotencyKey();
  const add = useAddOverride();
  const { seen, onTyped } = useSeen(expense, add.error);
  const name = useExpenseNames(expense).get(participantId) ?? unknownName;
  const defaultLabel = defaultManualLabel(name);
  const save = useSubmitOnce(
    async (fields: OverrideFields) => {
      const body = { ...fields, label: fields.label || defaultLabel };
      const idempotencyKey = idempotency.keyFor({ body, version: seen.version });
      await add.mutateAsync({ expense: seen, body, idempotencyKey });
      toast.success(describeAddedOverride(body));
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  const context = { expense, type: 'manual' } as const;
  const share = findShare(seen, participantId);
  const label = findReplaced(seen, participantId)?.label ?? '';
  return (
    <OverrideFormDialog
      {...context}
      open={open}
      onClose={onClose}
      kind="manual"
      title="Manual Override"
      description="Set a fixed amount for one participant"
      submitLabel="Create Manual Override"
      busyLabel="Creating..."
      isBusy={add.isPending}
      initial={{
        amount: centsToText(share),
        label: label === defaultLabel ? '' : label,
        participants: [participantId],
      }}
      onTyped={onTyped}
      failure={overrideFailure(failed, add.error)}
      onSave={save}
    >
      <CurrentAmount expense={expense} participantId={participantId} name={name} />
      <AmountField {...context} label="New Amount" help="$0.00 or more" isReplaced />
      <LabelField label="Label" placeholder={defaultLabel} isOptional />
      <SharesAfterChange expense={expense} participantId={participantId} />
    </OverrideFormDialog>
  );
}

function findShare({ participantBreakdowns }: OpenExpense, participantId: Id<'member'>): Cents {
  const share = participantBreakdowns.find((one) => one.participantId === participantId);
  return share?.amountOwed ?? zeroCents;
}

function findReplaced({ overrides }: OpenExpense, participantId: Id<'member'>) {
  return overrides.find(
    ({ type, participantIds }) => type === 'manual' && participantIds[0] === participantId,
  );
}

function CurrentAmount({
  expense,
  participantId,
  name,
}: {
  expense: OpenExpense;
  participantId: Id<'member'>;
  name: string;
}) {
  const replaced = findReplaced(expense, participantId);
  return (
    <DetailList>
      <Detail name="Participant">
        <PersonName id={participantId} name={name} />
      </Detail>
      <Detail name="Current Amount">
        <Money cents={findShare(expense, participantId)} className="font-medium" />
      </Detail>
      {replaced && (
        <Detail name="Replaces">
          <span className="wrap-anywhere">{replaced.label}</span>
        </Detail>
      )}
    </DetailList>
  );
}

function SharesAfterChange({
  expense,
  participantId,
}: {
  expense: OpenExpense;
  participantId: Id<'member'>;
}) {
  const { preview, names } = useOverridePreview({ expense, type: 'manual' });
  if (!preview || preview.isRefused) {
    // A difference is shown at the amount field; other refusals have no field of their own.
    const isShown = preview === undefined || preview.difference !== undefined;
    return isShown ? null : <p className="text-xs font-medium text-owes">{preview.words}.</p>;
  }
  return <ShareChanges expense={expense} preview={preview} names={names} marked={participantId} />;
}
