import { centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import type { Expense } from '../../expense.ts';
import { findOwnPayment } from '../../settling/own-payment.ts';

/** For whom the expense concerns: records their payment, with amount, payee and text filled in. */
export function PayMyShare({ expense }: { expense: Expense }) {
  const { me } = useSession();
  const payment = findOwnPayment(expense, me.memberId);
  if (!payment) return null;
  if (payment.amount === 0) {
    return (
      <p className="basis-full text-xs text-third">
        Your payment of {formatMoney(payment.waiting)} is waiting to be confirmed.
      </p>
    );
  }
  return (
    <LinkButton
      variant="primary"
      className="basis-full"
      to="/payments"
      search={{
        dialog: 'record',
        from: me.memberId,
        to: payment.to ?? 'chapter',
        amount: centsToText(payment.amount),
        note: expense.title,
        expense: expense.id,
      }}
    >
      Pay My Share {formatMoney(payment.amount)}
    </LinkButton>
  );
}
