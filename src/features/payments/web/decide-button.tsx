import { describeFailure } from '#web/api/call-error.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import type { ButtonProps } from '#web/ui/actions/button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Payment } from '../contract.ts';
import { useDecidePayment } from './queries.ts';

const words = {
  confirm: ['Confirm', 'Confirming...', 'Payment confirmed'],
  withdraw: ['Cancel Payment', 'Canceling...', 'Payment canceled'],
} as const;

/** Confirms or withdraws a payment at once. */
export function DecideButton({
  payment,
  act,
  what,
  ...button
}: Pick<ButtonProps, 'variant' | 'size' | 'className'> & {
  payment: Payment;
  act: 'confirm' | 'withdraw';
  /** The payment in words, for assistive technology, where a list has several. */
  what?: string;
}) {
  const decide = useDecidePayment(payment);
  const [label, busyLabel, done] = words[act];
  const press = useSubmitOnce(
    async () => {
      await decide.mutateAsync({ act });
      toast.success(done);
    },
    (error) =>
      toast.error({
        title: `Couldn't ${act === 'withdraw' ? 'cancel' : act} the payment`,
        description: describeFailure(error),
      }),
  );
  return (
    <MoneyButton {...button} isBusy={decide.isPending} busyLabel={busyLabel} onClick={press}>
      {label}
      {what && <span className="sr-only">: {what}</span>}
    </MoneyButton>
  );
}
