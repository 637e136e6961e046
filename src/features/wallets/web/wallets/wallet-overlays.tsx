import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Member } from '#features/members/contract.ts';
import type { Id } from '#kit/id.ts';
import { getErrorMessage, isNotFound } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import { treasurerNeeded } from '../../may-write.ts';
import { knownWalletQuery } from '../queries.ts';
import type { WalletsSearch } from '../search.ts';
import { useCloseBecause } from '../use-close-because.ts';
import { useMayWrite } from '../use-may-write.ts';
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
  /** Undefined while they are not known. */
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
  const mayWrite = useMayWrite();
  if (!members) return null;
  return (
    <AddWalletDialog
      members={members.filter((member) => mayWrite(member.id))}
      open={open}
      onClose={onClose}
      onAdded={address.showFirstPage}
    />
  );
}

/** Add Transaction for a wallet; without one that may be written it closes. */
function NewTransaction({
  walletId,
  address,
  ...overlay
}: Omit<Props, 'search'> & { walletId: Id<'wallet'> }) {
  const mayWrite = useMayWrite();
  const known = knownWalletQuery(useQueryClient(), walletId);
  const { data, error } = useQuery({ ...known, enabled: overlay.open });
  const wallet = useInitial(data);
  // Whoever opened it may finish: the server decides, and nothing typed is taken away.
  const isAllowed = useInitial(wallet && mayWrite(wallet.ownerId));
  const why = wallet
    ? isAllowed
      ? undefined
      : treasurerNeeded.refusal.message
    : error
      ? describeFailure(error)
      : undefined;
  useCloseBecause(why, overlay);
  if (!wallet || why !== undefined) return null;
  return (
    <AddTransactionDialog
      {...overlay}
      wallet={wallet}
      onAdded={address.showFirstPage}
      wordsOfFailure={wordsOfFailure}
    />
  );
}

function describeFailure(error: Error): string {
  return isNotFound(error) ? 'This wallet no longer exists' : 'Failed to load wallet details';
}

/** The wallets say why a transaction failed, where there is more to say than that it did. */
function wordsOfFailure(error: unknown): string {
  return getErrorMessage(error) ?? 'Failed to add transaction';
}
