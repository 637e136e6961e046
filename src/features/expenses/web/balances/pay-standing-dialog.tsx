import { HowToPayDialog } from '#features/chapters/web/shared/how-to-pay-dialog.tsx';
import { type Cents, centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';

/** How the chapter is paid, for who has to pay the amount, who may then record the payment. */
export function PayStandingDialog({ amount, ...overlay }: OverlayProps & { amount: Cents }) {
  const { me } = useSession();
  return (
    <HowToPayDialog
      {...overlay}
      description={`You have to pay ${formatMoney(amount)}, to the chapter or as Settle Up suggests.`}
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
