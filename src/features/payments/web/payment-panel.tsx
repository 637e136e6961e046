import { useQuery } from '@tanstack/react-query';
import { formatDay, type Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { methodNames } from '#kit/payment-methods.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { Payment, PaymentDetail } from '../contract.ts';
import { fieldLabels, recordedFields } from '../field-labels.ts';
import { keepsTheBooks } from '../payment.ts';
import { DecideButton } from './decide-button.tsx';
import {
  describePayment,
  describeWaiting,
  nameOrYou,
  statusNames,
  statusTones,
} from './payment-words.ts';
import { paymentQuery } from './queries.ts';
import { useActs } from './use-acts.ts';
import type { PaymentsAddress } from './use-payments-address.ts';

/** The details of a payment: what became of it, and the transactions it posted. */
export function PaymentPanel({
  paymentId,
  address,
  open,
  onClose,
}: OverlayProps & { paymentId: Id<'payment'>; address: PaymentsAddress }) {
  const { me } = useSession();
  const query = useQuery({ ...paymentQuery(paymentId), enabled: open });
  const payment = query.data;
  const acts = useActs();
  const canAct = payment && acts(payment).size > 0;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={payment ? describePayment(payment, me.memberId) : 'Payment'}
      titleEnd={
        payment && <Badge tone={statusTones[payment.status]}>{statusNames[payment.status]}</Badge>
      }
      // Deciding removes the focused button, so move the focus to the heading.
      subjectId={`${paymentId} ${payment?.status}`}
      footer={canAct && <Acts payment={payment} address={address} />}
    >
      {payment ? (
        <Content payment={payment} />
      ) : query.isError ? (
        isNotFound(query.error) ? (
          <EmptyState title="Payment not found">
            Only the payer, the payee, and treasurers can see a payment.
          </EmptyState>
        ) : (
          <ErrorState title="Couldn't load the payment." onRetry={() => void query.refetch()}>
            {query.error.message}
          </ErrorState>
        )
      ) : (
        <LoadingRows label="Loading payment..." rows={4} />
      )}
    </Sheet>
  );
}

function Acts({ payment, address }: { payment: Payment; address: PaymentsAddress }) {
  const acts = useActs()(payment);
  return (
    <>
      {acts.has('confirm') && (
        <DecideButton payment={payment} act="confirm" variant="primary" className="flex-1" />
      )}
      {acts.has('reject') && (
        <Button onClick={() => address.ask('reject', payment.id)}>Decline...</Button>
      )}
      {acts.has('withdraw') && <DecideButton payment={payment} act="withdraw" />}
      {acts.has('takeBack') && (
        <Button onClick={() => address.ask('take-back', payment.id)}>Reverse...</Button>
      )}
    </>
  );
}

function Content({ payment }: { payment: PaymentDetail }) {
  const { amount, paidOn, method } = payment;
  const { me } = useSession();
  const waiting = describeWaiting(payment, me.memberId);
  return (
    <>
      <SheetSection title="Payment">
        <Money cents={amount} className="mb-3 block text-title-phone font-semibold" />
        <DetailList>
          {waiting && <Detail name="Status">{waiting}</Detail>}
          <Detail name="Paid on">{formatDay(paidOn)}</Detail>
          <Detail name="How">{methodNames[method]}</Detail>
          {recordedFields.map(
            (field) =>
              payment[field] && (
                <Detail key={field} name={fieldLabels[field]}>
                  {payment[field]}
                </Detail>
              ),
          )}
          {payment.depositId && keepsTheBooks(me) && (
            <Detail name="Deposit">
              <TextLink to="/payments" search={{ deposit: payment.depositId }}>
                All of its payments
              </TextLink>
            </Detail>
          )}
        </DetailList>
      </SheetSection>
      <SheetSection title="History">
        <ol className="flex flex-col gap-3">
          {listSteps(payment, me.memberId).map((step) => (
            <Step key={step.what} {...step} />
          ))}
        </ol>
      </SheetSection>
      {payment.transactions.length > 0 && <Transactions payment={payment} />}
    </>
  );
}

type StepProps = {
  readonly what: string;
  readonly by: string;
  readonly at: Instant;
  readonly reason?: string | null;
};

function listSteps(payment: Payment, me: Id<'member'>): StepProps[] {
  const { saidBy, saidAs, createdAt, decidedBy, decidedAt, takenBackBy, takenBackAt } = payment;
  const { status, reason } = payment;
  const steps: StepProps[] = [{ what: 'Recorded', by: nameOrYou(saidBy, me), at: createdAt }];
  if (decidedBy && decidedAt && saidAs !== 'treasurer') {
    const what = status === 'taken_back' ? 'Confirmed' : statusNames[status];
    steps.push({
      what,
      by: nameOrYou(decidedBy, me),
      at: decidedAt,
      reason: status === 'rejected' ? reason : null,
    });
  }
  if (takenBackBy && takenBackAt) {
    steps.push({ what: 'Reversed', by: nameOrYou(takenBackBy, me), at: takenBackAt, reason });
  }
  return steps;
}

function Step({ what, by, at, reason }: StepProps) {
  const { timeZone } = useSession().chapter;
  return (
    <li>
      <p className="wrap-anywhere">
        {what} by {by}
      </p>
      {reason && <p className="text-second wrap-anywhere">“{reason}”</p>}
      <DateText at={at} zone={timeZone} format="dateTime" className="text-xs text-third" />
    </li>
  );
}

function Transactions({ payment: { transactions, from, to } }: { payment: PaymentDetail }) {
  const { me } = useSession();
  const nameOf = (member: Id<'member'>) => (from?.id === member ? from : to)?.name ?? '';
  // The other's wallet may be hidden from a member.
  const mayOpen = (member: Id<'member'>) => member === me.memberId || keepsTheBooks(me);
  return (
    <SheetSection title="Wallet Transactions">
      <ul className="flex flex-col gap-2">
        {transactions.map(({ transactionId, walletId, memberId, amount }) => (
          <li key={transactionId} className="flex items-baseline justify-between gap-4">
            {mayOpen(memberId) ? (
              <TextLink
                to="/wallets/$walletId/transactions"
                params={{ walletId }}
                search={{ dialog: 'history', subject: transactionId }}
                className="min-w-0 wrap-anywhere"
              >
                {nameOf(memberId)}
              </TextLink>
            ) : (
              <span className="min-w-0 wrap-anywhere">{nameOf(memberId)}</span>
            )}
            <Money cents={amount} isSigned className="font-medium" />
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
