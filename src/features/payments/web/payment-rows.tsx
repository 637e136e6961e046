import clsx from 'clsx';
import { opensRow, rowsThatOpen } from '#features/expenses/web/shared/open-clicked-row.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Payment } from '../contract.ts';
import { DecideButton } from './decide-button.tsx';
import {
  describeEnd,
  describeHow,
  describePayment,
  describeWaiting,
  statusNames,
  statusTones,
} from './payment-words.ts';
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
    <ul aria-label={label} className="divide-y divide-soft border-t border-line" {...rowsThatOpen}>
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
  const decides = offersDecision && acts.has('confirm');
  const waiting = decides ? undefined : describeWaiting(payment, me.memberId);
  return (
    <li
      className={clsx(
        'grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-hover sm:px-5',
        offersDecision
          ? 'sm:grid-cols-[minmax(0,1fr)_minmax(9rem,auto)_auto]'
          : 'sm:grid-cols-[minmax(0,1fr)_7rem_minmax(9rem,auto)]',
      )}
    >
      <div className="min-w-0">
        <TextButton
          {...opensRow}
          className="max-w-full font-medium text-ink! wrap-anywhere"
          onClick={() => address.view(payment.id)}
        >
          {what}
        </TextButton>
        <p className="line-clamp-2 text-xs text-third wrap-anywhere">
          {[waiting ?? describeEnd(payment, me.memberId), describeHow(payment)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {/* Where it waits for a decision, the buttons say so. */}
      {!decides && (
        <div className="max-sm:order-1 max-sm:col-start-2 max-sm:text-right">
          <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
        </div>
      )}
      <Money cents={payment.amount} className="text-right font-semibold" />
      {decides && (
        <div className="flex gap-2 max-sm:order-2 max-sm:col-span-full max-sm:*:flex-1">
          <DecideButton payment={payment} act="confirm" size="sm" what={what} />
          <Button size="sm" onClick={() => address.ask('reject', payment.id)}>
            Decline...<span className="sr-only"> {what}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
