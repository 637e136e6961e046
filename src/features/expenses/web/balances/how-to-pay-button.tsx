import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { cents, centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { findStanding } from '../../standing.ts';
import { standingsQuery } from '../balances-query.ts';

const HowToPayDialog = lazyNamed(
  () => import('#features/chapters/web/shared/how-to-pay-dialog.tsx'),
  'HowToPayDialog',
);

/** Shows how the chapter is paid, to a user who has to pay, if the chapter says it. */
export function HowToPayButton() {
  const { me, chapter } = useSession();
  const { data } = useQuery(standingsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const standing = data && findStanding(data.items, me.memberId).standing;
  if (!chapter.saysHowToPay || standing === undefined || standing >= 0) return null;
  const amount = cents(-standing);
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        How to Pay
      </Button>
      {wasOpened && (
        <Suspense>
          <HowToPayDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
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
        </Suspense>
      )}
    </>
  );
}
