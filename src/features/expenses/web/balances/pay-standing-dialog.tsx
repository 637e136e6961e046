import { useQuery } from '@tanstack/react-query';
import { HowToPayDialog } from '#features/chapters/web/shared/how-to-pay-dialog.tsx';
import { type Cents, centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { standingsQuery } from '../balances-query.ts';
import { joinNames, unknownName } from '../people.ts';
import { nameWithAmount } from './explain-total.ts';
import { settleUpQuery } from './settle-up-query.ts';

/** How the chapter is paid, for who has to pay the amount, who may then record the payment. */
export function PayStandingDialog({ amount, ...overlay }: OverlayProps & { amount: Cents }) {
  const { me } = useSession();
  const payees = usePayees();
  return (
    <HowToPayDialog
      {...overlay}
      description={`Pay the chapter ${formatMoney(amount)} as shown below.${
        payees.length > 0 ? ` Or pay ${joinNames(payees)} directly, as Settle Up suggests.` : ''
      }`}
      action={
        <LinkButton
          variant="primary"
          to="/payments"
          search={{
            dialog: 'record',
            from: me.memberId,
            to: 'chapter',
            amount: centsToText(amount),
          }}
        >
          I Paid This...
        </LinkButton>
      }
    />
  );
}

/** Whom the user would pay how much under Settle Up; empty if only the chapter. */
function usePayees(): string[] {
  const { me } = useSession();
  const plan = useQuery(settleUpQuery);
  const standings = useQuery(standingsQuery);
  const names = new Map(standings.data?.items.map((item) => [item.memberId, item.name]));
  const own = (plan.data?.items ?? []).filter(({ from }) => from === me.memberId);
  if (own.every(({ to }) => to === null)) return [];
  return own.map(({ to, amount }) => {
    const name = to === null ? 'the chapter' : (names.get(to) ?? unknownName);
    return nameWithAmount(name, amount);
  });
}
