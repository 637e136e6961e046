import { Suspense, useState } from 'react';
import { cents, centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import type { MemberDuesDetail } from '../../contract.ts';

const HowToPayDialog = lazyNamed(
  () => import('#features/chapters/web/shared/how-to-pay-dialog.tsx'),
  'HowToPayDialog',
);

/** How the chapter is paid, if it says so, then the payment with all of it filled in. */
export function Pay({ dues: { open, waiting, debts } }: { dues: MemberDuesDetail }) {
  const { me, chapter } = useSession();
  /** Undefined until it is first opened, so that its code is not loaded before. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const amount = cents(Math.max(0, open - waiting));
  if (amount === 0) return null;
  const record = (label: string) => (
    <LinkButton
      variant="primary"
      to="/payments"
      search={{
        dialog: 'record',
        from: me.memberId,
        to: 'chapter',
        amount: centsToText(amount),
        ...(debts.length === 1 && { note: debts[0]?.title }),
      }}
    >
      {label}
    </LinkButton>
  );
  if (!chapter.saysHowToPay) return record(`Pay ${formatMoney(amount)}`);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Pay {formatMoney(amount)}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <HowToPayDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
            description={`Pay the chapter ${formatMoney(amount)} as shown below.`}
            action={record('I Paid This...')}
          />
        </Suspense>
      )}
    </>
  );
}
