import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Payment } from '../contract.ts';
import { DecideButton } from './decide-button.tsx';
import { describeHow, describePayment, statusNames, statusTones } from './payment-words.ts';
import { useActs } from './use-acts.ts';
import type { PaymentsAddress } from './use-payments-address.ts';

/** Payments as rows. */
export function PaymentRows({
  label,
  payments,
  offersDecision = false,
  address,
}: {
  label: string;
  /** Whether rows have buttons for what the member may decide; otherwise only the panel has. */
  offersDecision?: boolean;
  payments: readonly Payment[];
  address: PaymentsAddress;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-soft border-t border-line">
      {payments.map((payment) => (
        <PaymentRow key={payment.id} {...{ payment, offersDecision, address }} />
      ))}
    </ul>
  );
}

function PaymentRow({
  payment,
  offersDecision,
  address,
}: {
  payment: Payment;
  offersDecision: boolean;
  address: PaymentsAddress;
}) {
  const { me } = useSession();
  const acts = useActs()(payment);
  const what = describePayment(payment, me.memberId);
  const { status } = payment;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-44">
        <TextButton
          className="max-w-full font-medium text-ink! wrap-anywhere"
          onClick={() => address.view(payment.id)}
        >
          {what}
        </TextButton>
        <p className="line-clamp-2 text-xs text-third wrap-anywhere">{describeHow(payment)}</p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
        <Money cents={payment.amount} className="font-semibold" />
      </div>
      {offersDecision && acts.has('confirm') && (
        <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">
          <DecideButton payment={payment} act="confirm" size="sm" what={what} />
          <Button size="sm" onClick={() => address.ask('reject', payment.id)}>
            Reject...<span className="sr-only"> {what}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
