import { useQuery } from '@tanstack/react-query';
import { MemberEvents } from '#features/events/web/member-events.tsx';
import { Balance, MemberBalance } from '#features/expenses/web/balances/member-balance.tsx';
import { balancesQuery } from '#features/expenses/web/balances-query.ts';
import { MemberScreen } from '#features/members/web/profile/member-screen.tsx';
import { memberWalletsQuery } from '#features/wallets/web/member-wallets-query.ts';
import { MemberWallets } from '#features/wallets/web/wallets/member-wallets.tsx';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';

/** A member's page with the cards of all features. */
export function MemberPage() {
  return (
    <MemberScreen
      cards={(memberId) => (
        <>
          <MemberBalance memberId={memberId} />
          <MemberEvents memberId={memberId} />
          <MemberWallets memberId={memberId} />
        </>
      )}
      openItems={(memberId) => <OpenItems memberId={memberId} />}
    />
  );
}

function OpenItems({ memberId }: { memberId: Id<'member'> }) {
  const balances = useQuery(balancesQuery);
  const wallets = useQuery(memberWalletsQuery(memberId));
  const memberBalance = balances.data?.items.find((item) => item.participantId === memberId);
  const nonEmptyWallets = wallets.data?.filter((wallet) => wallet.currentBalance !== 0);
  return (
    <DetailList>
      <Detail name="Balance">
        {balances.data ? (
          <Balance balance={memberBalance?.balance ?? cents(0)} />
        ) : balances.isError ? (
          'Failed to load member balances'
        ) : (
          'Loading...'
        )}
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
