import type { Id } from '#kit/id.ts';
import { zeroCents } from '#kit/money.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { maxLabelLength, type OpenExpense, type OverrideFields } from '../../expense.ts';
import { defaultManualLabel } from '../../override.ts';
import { toastFailure } from '../failure-words.ts';
import { unknownName } from '../people.ts';
import { PersonName } from '../person-name.tsx';
import { useNames } from '../use-names.ts';
import { overrideAdded } from './add-override-dialog.tsx';
import type { OverrideDialogProps } from './override-dialog-props.ts';
import { overrideFailure } from './override-failure.tsx';
import { AmountField, LabelField, useOverridePreview } from './override-fields.tsx';
import { OverrideFormDialog } from './override-form-dialog.tsx';
import { useAddOverride } from './override-queries.ts';
import { ShareChanges } from './share-changes.tsx';

const failed = 'Failed to add override. Please try again.';

/** Fixes what one participant owes; the others share the rest. */
export function ManualOverrideDialog({
  expense,
  participantId,
  open,
  onClose,
}: OverrideDialogProps & { participantId: Id<'member'> }) {
  const idempotency = useIdempotencyKey();
  const add = useAddOverride();
  const name = useNames(expense).get(participantId) ?? unknownName;
  const defaultLabel = defaultManualLabel(name).slice(0, maxLabelLength);
  const save = useSubmitOnce(
    async (stated: OverrideFields) => {
      const body = { ...stated, label: stated.label || defaultLabel };
      const idempotencyKey = idempotency.keyFor({ body, version: expense.version });
      await add.mutateAsync({ expense, body, idempotencyKey });
      toast.success(overrideAdded(body));
      onClose();
    },
    (error) => toastFailure(failed, error),
  );
  const about = { expense, type: 'manual' } as const;
  return (
    <OverrideFormDialog
      {...about}
      open={open}
      onClose={onClose}
      kind="manual"
      title="Manual Override"
      description="Set a fixed amount for one participant"
      submitLabel="Create Manual Override"
      busyLabel="Creating..."
      isBusy={add.isPending}
      initial={{ amount: '', label: '', participants: [participantId] }}
      failure={overrideFailure(failed, add.error)}
      onSave={save}
    >
      <CurrentAmount expense={expense} participantId={participantId} name={name} />
      <AmountField {...about} label="New Amount" help="$0.00 or more" />
      <LabelField label="Label" placeholder={defaultLabel} isOptional />
      <SharesThen expense={expense} participantId={participantId} />
    </OverrideFormDialog>
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
  const share = expense.participantBreakdowns.find((one) => one.participantId === participantId);
  const replaced = expense.overrides.find(
    ({ type, participantIds }) => type === 'manual' && participantIds[0] === participantId,
  );
  return (
    <DetailList>
      <Detail name="Participant">
        <PersonName id={participantId} name={name} />
      </Detail>
      <Detail name="Current Amount">
        <Money cents={share?.amountOwed ?? zeroCents} className="font-medium" />
      </Detail>
      {replaced && (
        <Detail name="Replaces">
          <span className="wrap-anywhere">{replaced.label}</span>
        </Detail>
      )}
    </DetailList>
  );
}

function SharesThen({
  expense,
  participantId,
}: {
  expense: OpenExpense;
  participantId: Id<'member'>;
}) {
  const { preview, names } = useOverridePreview({ expense, type: 'manual' });
  if (!preview || preview.isRefused) {
    // Which does not fit stands beside the amount; anything else has no field of its own.
    const isSaid = preview === undefined || preview.difference !== undefined;
    return isSaid ? null : <p className="text-xs font-medium text-owes">{preview.words}.</p>;
  }
  return <ShareChanges expense={expense} preview={preview} names={names} marked={participantId} />;
}
