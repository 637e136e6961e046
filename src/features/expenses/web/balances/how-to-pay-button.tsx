import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { cents } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { findStanding } from '../../standing.ts';
import { standingsQuery } from '../balances-query.ts';

const PayStandingDialog = lazyNamed(() => import('./pay-standing-dialog.tsx'), 'PayStandingDialog');

/** Shows how the chapter is paid, to a user who has to pay, if the chapter says it. */
export function HowToPayButton() {
  const { me, chapter } = useSession();
  const { data } = useQuery(standingsQuery);
  /** Undefined until it is first opened, so that its code is not loaded before. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const standing = data ? findStanding(data.items, me.memberId).standing : 0;
  if (!chapter.saysHowToPay || standing >= 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        How to Pay
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <PayStandingDialog
            amount={cents(-standing)}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
