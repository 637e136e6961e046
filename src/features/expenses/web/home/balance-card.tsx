import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { HowToPayButton } from '../balances/how-to-pay-button.tsx';
import { StandingSummary } from '../balances/standing-summary.tsx';

/** What the user has or has to pay. */
export function BalanceCard() {
  const { me } = useSession();
  return (
    <Card label="Your balance">
      <div className="flex min-h-18 items-center justify-between gap-x-6 gap-y-2 max-sm:flex-col max-sm:items-stretch">
        <StandingSummary memberId={me.memberId} />
        <div className="flex gap-2 max-sm:*:flex-1 sm:flex-col">
          <HowToPayButton />
          <LinkButton to="/expenses" search={{ panel: 'settle-up' }} size="sm">
            Settle Up
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
