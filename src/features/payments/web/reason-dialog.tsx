import { type SubmitEvent, useState } from 'react';
import { formatMoney } from '#kit/money.ts';
import { countCharacters } from '#kit/text.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { maxReasonLength, type Payment } from '../contract.ts';
import { describePayment } from './payment-words.ts';
import { useDecidePayment } from './queries.ts';

const words = {
  reject: {
    title: 'Decline Payment',
    label: 'Decline Payment',
    busy: 'Declining...',
    done: 'Payment declined',
    help: 'The person who recorded it will see your reason. Nothing is posted.',
  },
  takeBack: {
    title: 'Reverse Payment',
    label: 'Reverse Payment',
    busy: 'Reversing...',
    done: 'Payment reversed',
    help: 'A reversing entry is posted to the wallets. Both entries and the reason stay visible.',
  },
};

/** Declines a payment or reverses it, with a reason. */
export function ReasonDialog({
  payment,
  act,
  open,
  onClose,
}: OverlayProps & { payment: Payment; act: 'reject' | 'takeBack' }) {
  const { me } = useSession();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const decide = useDecidePayment(payment);
  const save = useSubmitOnce(
    async (why: string) => {
      await decide.mutateAsync({ act, reason: why });
      toast.success(words[act].done);
      onClose();
    },
    () => {},
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const why = reason.trim();
    const tooLong = countCharacters(why) > maxReasonLength;
    const problem = tooLong
      ? `Must be at most ${maxReasonLength} characters`
      : why === ''
        ? 'Enter a reason'
        : undefined;
    setError(problem);
    if (problem) event.currentTarget.querySelector('textarea')?.focus();
    else save(why);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words[act].title}
      description={`${describePayment(payment, me.memberId)} ${formatMoney(payment.amount)}`}
      isBusy={decide.isPending}
      onSubmit={submit}
      isChanged={reason !== ''}
      footer={
        <>
          {decide.isError && (
            <Notice tone="error" className="basis-full!">
              {describeFailure(decide.error)}
            </Notice>
          )}
          <DialogClose disabled={decide.isPending} />
          <MoneyButton
            type="submit"
            variant="danger"
            isBusy={decide.isPending}
            busyLabel={words[act].busy}
          >
            {words[act].label}
          </MoneyButton>
        </>
      }
    >
      <TextArea
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        help={words[act].help}
        error={error}
      />
    </Dialog>
  );
}
