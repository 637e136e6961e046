import { useQuery } from '@tanstack/react-query';
import { MemberEvents } from '#features/events/web/member-events.tsx';
import { describeStanding, findStanding } from '#features/expenses/standing.ts';
import { HowToPayButton } from '#features/expenses/web/balances/how-to-pay-button.tsx';
import { StandingSummary } from '#features/expenses/web/balances/standing-summary.tsx';
import { standingsQuery } from '#features/expenses/web/balances-query.ts';
import { MemberScreen } from '#features/members/web/profile/member-screen.tsx';
import { memberWalletsQuery } from '#features/wallets/web/member-wallets-query.ts';
import { useCanSeeWallets } from '#features/wallets/web/use-can-write.ts';
import { MemberWallets } from '#features/wallets/web/wallets/member-wallets.tsx';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';

/** A member's page with the cards of all features. */
export function MemberPage() {
  const canSeeWallets = useCanSeeWallets();
  return (
    <MemberScreen
      cards={(memberId) => (
        <>
          {canSeeWallets(memberId) && <Standing memberId={memberId} />}
          <MemberEvents memberId={memberId} />
          {canSeeWallets(memberId) && <MemberWallets memberId={memberId} />}
        </>
      )}
      previewCards={(memberId) => <CardsForOthers memberId={memberId} />}
      openItems={(memberId) => <OpenItems memberId={memberId} />}
    />
  );
}

/** What members see who see no more than the chapter lets them. */
function CardsForOthers({ memberId }: { memberId: Id<'member'> }) {
  const { membersSeeWallets } = useSession().chapter;
  return (
    <>
      {membersSeeWallets && (
        <Card title="Balance">
          <StandingSummary memberId={memberId} asOthers />
        </Card>
      )}
      <MemberEvents memberId={memberId} />
      {membersSeeWallets ? (
        <MemberWallets memberId={memberId} />
      ) : (
        <p className="text-third">Only treasurers and admins can see your balance and wallets.</p>
      )}
    </>
  );
}

function Standing({ memberId }: { memberId: Id<'member'> }) {
  const { me } = useSession();
  return (
    <Card
      title="Balance"
      actions={
        <>
          {memberId === me.memberId && <HowToPayButton />}
          <LinkButton to="/expenses" search={{ panel: 'settle-up', member: memberId }} size="sm">
            Settle Up
          </LinkButton>
        </>
      }
    >
      <StandingSummary memberId={memberId} />
    </Card>
  );
}

function OpenItems({ memberId }: { memberId: Id<'member'> }) {
  const standings = useQuery(standingsQuery);
  const wallets = useQuery(memberWalletsQuery(memberId));
  const item = standings.data && findStanding(standings.data.items, memberId);
  const nonEmptyWallets = wallets.data?.filter((wallet) => wallet.currentBalance !== 0);
  return (
    <DetailList>
      <Detail name="Balance">
        {item
          ? describeWithAmount(item.standing, item.name ?? 'This member')
          : standings.isError
            ? "Couldn't load what they have to pay."
            : 'Loading...'}
      </Detail>
      <Detail name="Wallets">
        {wallets.isError && 'Failed to fetch wallets'}
        {wallets.isPending && 'Loading...'}
        {nonEmptyWallets?.length === 0 && 'All wallets are empty'}
        <ul>
          {nonEmptyWallets?.map((wallet) => (
            <li key={wallet.id} className="wrap-anywhere">
              {wallet.name}:{' '}
              <Money cents={wallet.currentBalance} currency={wallet.currencyCode} tone="balance" />
            </li>
          ))}
        </ul>
      </Detail>
    </DetailList>
  );
}

function describeWithAmount(standing: Cents, name: string): string {
  const words = describeStanding(standing, name);
  return standing === 0 ? words : `${words} ${formatMoney(cents(Math.abs(standing)))}`;
}
