import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ChargeDetail } from '../../contract.ts';
import { useCancelCharge } from '../queries.ts';
import { ActDialog, explainReason, ReasonField } from './act-dialog.tsx';

/** Cancels a charge for everyone. */
export function CancelChargeDialog({
  charge,
  open,
  onClose,
}: OverlayProps & { charge: ChargeDetail }) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const act = useCancelCharge(charge.id);
  const save = useSubmitOnce(
    async (why: string) => {
      await act.mutateAsync({ reason: why });
      toast.success('Charge canceled');
      onClose();
    },
    () => {},
  );
  const wrongReason = explainReason(reason);
  const submit = () => {
    setChecked(true);
    if (!wrongReason) save(reason.trim());
  };
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Cancel Charge"
      description={`${charge.title}, for all of its ${plural(charge.itemCount, 'member')}`}
      label="Cancel Charge"
      busyLabel="Canceling..."
      variant="danger"
      act={act}
      isChanged={reason !== ''}
      onSubmit={submit}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        help="For a mistake: it then counts in no sum. What was paid for it becomes a credit. Members see the reason."
        error={isChecked ? wrongReason : undefined}
      />
    </ActDialog>
  );
}
