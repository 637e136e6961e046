import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { membersQuery } from '#features/members/web/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useLasting } from '#web/use-lasting.ts';
import { useWalletsAddress } from './use-wallets-address.ts';
import { WalletFilters } from './wallet-filters.tsx';
import { Wallets } from './wallets.tsx';

const AddWalletDialog = lazy(() =>
  import('./add-wallet-dialog.tsx').then((module) => ({ default: module.AddWalletDialog })),
);

/** Every wallet of the chapter with its balance. */
export function WalletsScreen() {
  const address = useWalletsAddress();
  const members = useQuery(membersQuery);
  const dialog = useLasting(address.search.dialog);
  return (
    <>
      <PageHeader title="Wallets" subtitle="Manage user wallets and track balances" />
      <Card
        title="All Wallets"
        isFlush
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            // A wallet needs an owner, and they are not known yet.
            disabled={!members.data}
            onClick={address.addWallet}
          >
            Add Wallet
          </Button>
        }
      >
        <WalletFilters
          address={address}
          members={members.data?.items ?? []}
          onRetryMembers={members.isError ? () => void members.refetch() : undefined}
        />
        <Wallets address={address} />
      </Card>
      <Suspense>
        {dialog && members.data && (
          <AddWalletDialog
            key={dialog.opening}
            members={members.data.items}
            open={dialog.isOpen}
            onClose={address.closeDialog}
            onAdded={address.showNewest}
          />
        )}
      </Suspense>
    </>
  );
}
