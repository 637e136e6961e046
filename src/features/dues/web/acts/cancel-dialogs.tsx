import { plural } from '#kit/counts.ts';
import { formatMoney } from '#kit/money.ts';
import { ReasonDialog } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import type { ChargeDetail, ChargeItem } from '../../contract.ts';
import { useCancelCharge, useCancelItem } from '../queries.ts';

const words = {
  title: 'Cancel Charge',
  label: 'Cancel Charge',
  busyLabel: 'Canceling...',
  done: 'Charge canceled',
  help: 'For a mistake. The charge no longer counts, and what was paid for it becomes a credit. Members see the reason.',
};

export function CancelItemDialog({ item, ...overlay }: OverlayProps & { item: ChargeItem }) {
  const act = useCancelItem(item);
  return (
    <ReasonDialog
      {...overlay}
      {...words}
      description={`${item.member.name}: ${item.title}, ${formatMoney(item.amount)}`}
      act={act}
      run={(reason) => act.mutateAsync({ reason })}
    />
  );
}

export function CancelChargeDialog({
  charge,
  ...overlay
}: OverlayProps & { charge: ChargeDetail }) {
  const act = useCancelCharge(charge.id);
  return (
    <ReasonDialog
      {...overlay}
      {...words}
      description={`${charge.title}, for all of its ${plural(charge.itemCount, 'member')}`}
      act={act}
      run={(reason) => act.mutateAsync({ reason })}
    />
  );
}
