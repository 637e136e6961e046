import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Member } from '#features/members/contract.ts';
import type { Id } from '#kit/id.ts';
import { getErrorMessage, isNotFound } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import { treasurerNeeded } from '../../write-permission.ts';
import { knownWalletQuery } from '../queries.ts';
import type { WalletsSearch } from '../search.ts';
import { useCanAddWallets, useCanWrite } from '../use-can-write.ts';
import { useCloseWithReason } from '../use-close-with-reason.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

const AddWalletDialog = lazyNamed(() => import('./add-wallet-dialog.tsx'), 'AddWalletDialog');
const AddTransactionDialog = lazyNamed(
  () => import('../transactions/add-transaction-dialog.tsx'),
  'AddTransactionDialog',
);

type Props = ScreenOverlayProps<WalletsSearch> & {
  address: WalletsAddress;
  members: readonly Member[] | undefined;
};

const dialogs: Record<NonNullable<WalletsSearch['dialog']>, ComponentType<Props>> = {
  create: NewWallet,
  transaction: ({ search: { wallet }, ...overlay }) =>
    wallet && <NewTransaction {...overlay} walletId={wallet} />,
};

/** The dialogs of the wallets. */
export function WalletOverlays({
  address,
  members,
}: {
  address: WalletsAddress;
  /** Undefined until loaded. */
  members: readonly Member[] | undefined;
}) {
  const { search, closeDialog } = address;
  return (
    <OverlayHost
      dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
      search={search}
      context={{ address, members }}
    />
  );
}

function NewWallet({ address, members, open, onClose }: Props) {
  const canWrite = useCanWrite();
  const canAdd = useCanAddWallets();
  useCloseWithReason(canAdd ? undefined : 'Ask a treasurer or an admin to add a wallet', {
    open,
    onClose,
  });
  if (!members || !canAdd) return null;
  return (
    <AddWalletDialog
      members={members.filter((member) => canWrite(member.id))}
      open={open}
      onClose={onClose}
      onAdded={address.showFirstPage}
    />
  );
}

/** Adds a transaction to a wallet; closes if the wallet is missing or may not be written to. */
function NewTransaction({
  walletId,
  address,
  ...overlay
}: Omit<Props, 'search'> & { walletId: Id<'wallet'> }) {
  const canWrite = useCanWrite();
  const known = knownWalletQuery(useQueryClient(), walletId);
  const { data, error } = useQuery({ ...known, enabled: overlay.open });
  const wallet = useInitial(data);
  // Checked once on opening, so that a later change of rights does not discard the input.
  const isAllowed = useInitial(wallet && canWrite(wallet.ownerId));
  const reason = wallet
    ? isAllowed
      ? undefined
      : treasurerNeeded.refusal.message
    : error
      ? describeFailure(error)
      : undefined;
  useCloseWithReason(reason, overlay);
  if (!wallet || reason !== undefined) return null;
  return (
    <AddTransactionDialog
      {...overlay}
      wallet={wallet}
      onAdded={address.showFirstPage}
      toFailureMessage={toFailureMessage}
    />
  );
}

function describeFailure(error: Error): string {
  return isNotFound(error) ? 'This wallet no longer exists' : 'Failed to load wallet details';
}

/** The wallets screen shows the reason for a failed transaction, if known. */
function toFailureMessage(error: unknown): string {
  return getErrorMessage(error) ?? 'Failed to add transaction';
}
