import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Member } from '#features/members/contract.ts';
import type { Id } from '#kit/id.ts';
import { isGone, messageOf } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useFocusWhenClosed } from '#web/screen/use-focus-when-closed.ts';
import { useLasting } from '#web/screen/use-lasting.ts';
import { treasurerNeeded } from '../../may-write.ts';
import { toastFailure } from '../failure-words.ts';
import { knownWalletQuery } from '../queries.ts';
import { useFirst } from '../use-first.ts';
import { useMayWrite } from '../use-may-write.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

const AddWalletDialog = lazyNamed(() => import('./add-wallet-dialog.tsx'), 'AddWalletDialog');
const AddTransactionDialog = lazyNamed(
  () => import('../transactions/add-transaction-dialog.tsx'),
  'AddTransactionDialog',
);

/** The dialogs that the address of the wallets names, each loaded when it is first asked for. */
export function WalletOverlays({
  address,
  members,
}: {
  address: WalletsAddress;
  /** Undefined while they are not known. */
  members: readonly Member[] | undefined;
}) {
  const { search } = address;
  const dialog = useLasting(search.dialog);
  const wallet = useLasting(search.dialog && search.wallet);
  const mayWrite = useMayWrite();
  useFocusWhenClosed(dialog?.isOpen ?? false);
  return (
    <Suspense>
      {dialog?.value === 'create' && members && (
        <AddWalletDialog
          key={dialog.opening}
          members={members.filter((member) => mayWrite(member.id))}
          open={dialog.isOpen}
          onClose={address.closeDialog}
          onAdded={address.showFirstPage}
        />
      )}
      {dialog?.value === 'transaction' && wallet && (
        <TransactionFor
          key={dialog.opening}
          walletId={wallet.value}
          open={dialog.isOpen}
          address={address}
        />
      )}
    </Suspense>
  );
}

/** Add Transaction for a wallet; where there is none to write the address forgets the dialog. */
function TransactionFor({
  walletId,
  open,
  address,
}: {
  walletId: Id;
  open: boolean;
  address: WalletsAddress;
}) {
  const mayWrite = useMayWrite();
  const { data, error } = useQuery({
    ...knownWalletQuery(useQueryClient(), walletId),
    enabled: open,
  });
  const wallet = useFirst(data);
  // Who opened it may finish: the server decides, and nothing typed is taken away.
  const [wasAllowed, setWasAllowed] = useState<boolean>();
  if (wallet && wasAllowed === undefined) setWasAllowed(mayWrite(wallet.ownerId));
  const why =
    wasAllowed === false
      ? treasurerNeeded.refusal.message
      : !wallet && error
        ? isGone(error)
          ? 'This wallet no longer exists'
          : 'Failed to load wallet details'
        : undefined;
  const { closeDialog } = address;
  useEffect(() => {
    if (!open || why === undefined) return;
    toastFailure(why);
    closeDialog();
  }, [open, why, closeDialog]);
  if (!wallet || why !== undefined) return null;
  return (
    <AddTransactionDialog
      wallet={wallet}
      open={open}
      onClose={closeDialog}
      onAdded={address.showFirstPage}
      wordsOfFailure={wordsOfFailure}
    />
  );
}

/** The wallets say why a transaction failed, where there is more to say than that it did. */
function wordsOfFailure(error: unknown): string {
  return messageOf(error) ?? 'Failed to add transaction';
}
