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
      // As high with one button as with two: nothing below moves once it is known what has to be paid.
      className="mb-5 flex min-h-18 items-center justify-between gap-x-6 gap-y-2 sm:mb-6 lg:w-140"
    >
      <StandingSummary
        memberId={me.memberId}
        onOpenShares={() => address.showBalance(me.memberId)}
      />
      <div className="flex flex-col gap-2">
        <HowToPayButton />
        <Button size="sm" onClick={() => address.showSettleUp()}>
          Settle Up
        </Button>
      </div>
    </section>
  );
}
