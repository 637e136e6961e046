import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { memberWalletsQuery } from '../member-wallets-query.ts';
import { SettlementWallet } from '../shared/settlement-wallet.tsx';
import { OpenDebits } from './open-debits.tsx';

export function MemberWallets({ memberId }: { memberId: Id<'member'> }) {
  const wallets = useQuery(memberWalletsQuery(memberId));
  return (
    <Card title="Wallets">
      {wallets.isPending && <LoadingRows label="Loading wallets..." rows={2} />}
      {wallets.isError && !wallets.data && (
        <QueryFailure title="Failed to fetch wallets" query={wallets} />
      )}
      {wallets.data?.length === 0 && <p className="text-third">No wallets yet.</p>}
      <ul className="divide-y divide-soft">
        {wallets.data?.map((wallet) => (
          <li
            key={wallet.id}
            className="flex items-baseline justify-between gap-4 py-2 pointer-coarse:py-3"
          >
            <TextLink
              to="/wallets/$walletId/transactions"
              params={{ walletId: wallet.id }}
              className="min-w-0 wrap-anywhere"
            >
              {wallet.name}
            </TextLink>
            <Money cents={wallet.currentBalance} currency={wallet.currencyCode} tone="balance" />
          </li>
        ))}
      </ul>
      <SettlementWallet memberId={memberId} />
      {wallets.data?.some(({ currentBalance }) => currentBalance < 0) && (
        <OpenDebits memberId={memberId} />
      )}
    </Card>
  );
}
