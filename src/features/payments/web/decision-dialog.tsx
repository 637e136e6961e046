import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { ReasonDialog } from '#web/screen/act-dialog.tsx';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import type { Payment } from '../contract.ts';
import { describePayment } from './payment-words.ts';
import { useDecidePayment } from './queries.ts';

const words = {
  reject: {
    title: 'Decline Payment',
    label: 'Decline Payment',
    busyLabel: 'Declining...',
    done: 'Payment declined',
    help: 'The person who recorded it will see your reason. Nothing is posted.',
  },
  takeBack: {
    title: 'Reverse Payment',
    label: 'Reverse Payment',
    busyLabel: 'Reversing...',
    done: 'Payment reversed',
    help: 'A reversing entry is posted to the wallets. Both entries and the reason stay visible.',
  },
};

/** Declines a payment or reverses it, with a reason. */
export function DecisionDialog({
  payment,
  act,
  ...overlay
}: OverlayProps & { payment: Payment; act: 'reject' | 'takeBack' }) {
  const { me } = useSession();
  const decide = useDecidePayment(payment);
  return (
    <ReasonDialog
      {...overlay}
      {...words[act]}
      description={`${describePayment(payment, me.memberId)} ${formatMoney(payment.amount)}`}
      act={decide}
      run={(reason) => decide.mutateAsync({ act, reason })}
    />
  );
}
