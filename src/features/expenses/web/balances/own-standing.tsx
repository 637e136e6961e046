import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { HowToPayButton } from './how-to-pay-button.tsx';
import { StandingSummary } from './standing-summary.tsx';

/** What the user has or has to pay, with links to what is behind it and to settling up. */
export function OwnStanding({
  address,
}: {
  address: Pick<ExpensesAddress, 'showBalance' | 'showSettleUp'>;
}) {
  const { me } = useSession();
  return (
    <section
      aria-label="Your balance"
      // As high with the figure in one line as in two: nothing below moves once it is known.
      className="mb-4 flex print:hidden min-h-26 items-center sm:mb-6 sm:min-h-18 lg:w-140"
    >
      <StandingSummary
        memberId={me.memberId}
        onOpenShares={() => address.showBalance(me.memberId)}
        actions={
          <>
            <HowToPayButton />
            <Button size="sm" onClick={() => address.showSettleUp()}>
              Settle Up
            </Button>
          </>
        }
      />
    </section>
  );
}
