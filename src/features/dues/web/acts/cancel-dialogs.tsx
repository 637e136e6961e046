import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { formatMoney } from '#kit/money.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ChargeDetail, ChargeItem } from '../../contract.ts';
import { useCancelCharge, useChangeItem } from '../queries.ts';
import { ActDialog, explainReason, ReasonField } from './act-dialog.tsx';

/** Cancels what a charge asks of one member. */
export function CancelItemDialog({ item, ...overlay }: OverlayProps & { item: ChargeItem }) {
  const act = useChangeItem(item);
  return (
    <CancelDialog
      {...overlay}
      description={`${item.member.name}: ${item.title}, ${formatMoney(item.amount)}`}
      act={act}
      cancel={(reason) => act.mutateAsync({ act: 'cancel', body: { reason } })}
    />
  );
}

/** Cancels a charge for everyone. */
export function CancelChargeDialog({
  charge,
  ...overlay
}: OverlayProps & { charge: ChargeDetail }) {
  const act = useCancelCharge(charge.id);
  return (
    <CancelDialog
      {...overlay}
      description={`${charge.title}, for all of its ${plural(charge.itemCount, 'member')}`}
      act={act}
      cancel={(reason) => act.mutateAsync({ reason })}
    />
  );
}

function CancelDialog({
  description,
  act,
  cancel,
  open,
  onClose,
}: OverlayProps & {
  description: string;
  act: { readonly isPending: boolean; readonly error: Error | null };
  cancel: (reason: string) => Promise<unknown>;
}) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const wrongReason = explainReason(reason);
  const save = useSubmitOnce(
    async (why: string) => {
      await cancel(why);
      toast.success('Charge canceled');
      onClose();
    },
    () => {},
  );
  const submit = () => {
    setChecked(true);
    if (!wrongReason) save(reason.trim());
  };
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Cancel Charge"
      description={description}
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
        help="For a mistake: it then counts in no sum, and what was paid for it becomes a credit. Members see the reason."
        error={isChecked ? wrongReason : undefined}
      />
    </ActDialog>
  );
}
