import { type QueryClient, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { membersQuery } from '#features/members/web/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { walletTotalsQuery } from '../queries.ts';
import { useCanAddWallets, useSeesAllWallets } from '../use-can-write.ts';
import { useWalletsAddress } from './use-wallets-address.ts';
import { WalletFilters } from './wallet-filters.tsx';
import { WalletOverlays } from './wallet-overlays.tsx';
import { WalletTotals } from './wallet-totals.tsx';
import { Wallets } from './wallets.tsx';

/** Every wallet of the chapter that the member may see, with its balance. */
export function WalletsScreen() {
  const address = useWalletsAddress();
  const members = useQuery(membersQuery);
  const canAdd = useCanAddWallets();
  const seesAllWallets = useSeesAllWallets();
  return (
    <>
      <PageHeader title="Wallets" description="Manage user wallets and track balances" />
      <Card
        title={seesAllWallets ? 'All Wallets' : 'Your Wallets'}
        isFlush
        actions={
          canAdd && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              // A wallet needs an owner, so the members must be loaded.
              disabled={!members.data}
              onClick={address.addWallet}
            >
              Add Wallet
            </Button>
          )
        }
      >
        <WalletTotals address={address} />
        <WalletFilters
          address={address}
          members={members.data?.items ?? []}
          onRetryMembers={members.isError ? () => void members.refetch() : undefined}
        />
        <Wallets address={address} />
      </Card>
      <WalletOverlays address={address} members={members.data?.items} />
    </>
  );
}

/** Prefetches the totals, whose height differs with the number of currencies. */
export const prefetch = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(walletTotalsQuery);
