import { useQuery, useQueryClient } from '@tanstack/react-query';
import WalletCards from 'lucide-react/icons/wallet-cards';
import { membersQuery } from '#features/members/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { maxPrinted, PrintButton } from '#web/screen/print-button.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ListView } from '#web/ui/list-view.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { formatFullName } from '../format-full-name.ts';
import { readWallets, walletListQuery } from '../queries.ts';
import { parseOrder } from '../sorting.ts';
import { useCanAddWallets } from '../use-can-write.ts';
import { toPrintedWallets } from './printed-wallets.ts';
import type { WalletsAddress } from './use-wallets-address.ts';
import { WalletList } from './wallet-list.tsx';
import { WalletTable } from './wallet-table.tsx';

/** A page of wallets in all its states, as a table or, on phones, a list. */
export function Wallets({ address }: { address: WalletsAddress }) {
  const { timeZone } = useSession().chapter;
  const client = useQueryClient();
  const isWide = useMedia('(width >= 40rem)');
  const { page = 1, search: searchTerm, ownerId, belowZero, sort, direction } = address.search;
  const listOptions = { searchTerm, ownerId, belowZero, sort, direction };
  const list = useQuery(walletListQuery({ page, ...listOptions }));
  const owner = useQuery(membersQuery).data?.items.find(({ id }) => id === ownerId);
  const filter = { searchTerm, belowZero, owner: owner && formatFullName(owner) };
  return (
    <ListView
      query={list}
      page={page}
      getPage={(data) => data}
      loading={<LoadingWallets />}
      failure="Failed to fetch wallets"
      empty={<NoWallets address={address} />}
      onPageChange={address.changePage}
      onPageIntent={(next) =>
        void client.prefetchQuery(walletListQuery({ page: next, ...listOptions }))
      }
      label="Pages of wallets"
      summary={(shown, total) => `Showing ${shown} of ${total} wallets`}
      summaryEnd={
        <PrintButton
          read={async () => toPrintedWallets(await readWallets(listOptions, maxPrinted), filter)}
          shown={() =>
            list.data && !list.isPlaceholderData ? toPrintedWallets(list.data, filter) : undefined
          }
        />
      }
      hasSummaryAlways
    >
      {({ items }) => {
        const shown = { wallets: items, zone: timeZone, handlers: address };
        return isWide ? (
          <WalletTable
            {...shown}
            order={parseOrder(address.search, 'created')}
            onSort={address.changeOrder}
          />
        ) : (
          <WalletList {...shown} />
        );
      }}
    </ListView>
  );
}

function LoadingWallets() {
  return <LoadingRows label="Loading wallets..." rows={8} />;
}

function NoWallets({ address }: { address: WalletsAddress }) {
  const canAdd = useCanAddWallets();
  const { search, ownerId, belowZero } = address.search;
  if (search !== undefined || ownerId !== undefined || belowZero) {
    return (
      <EmptyState
        title="No wallets found matching your criteria"
        icon={<WalletCards />}
        action={<Button onClick={address.showEverything}>Show All Wallets</Button>}
      >
        {belowZero ? 'No wallet is below zero.' : 'Try another name or owner.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No wallets found" icon={<WalletCards />}>
      {canAdd
        ? 'Add one, or settle an expense with wallet transactions.'
        : 'You get one when an expense of yours settles with wallet transactions, or from a treasurer.'}
    </EmptyState>
  );
}
