import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Id } from '#kit/id.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import type { Transaction } from '../../contract.ts';
import { checkChangeable } from '../../transaction.ts';
import { treasurerNeeded } from '../../write-permission.ts';
import { knownTransactionQuery } from '../queries.ts';
import type { TransactionsDialog, TransactionsSearch } from '../search.ts';
import { useCanChange, useCanWrite } from '../use-can-write.ts';
import { useCloseWithReason } from '../use-close-with-reason.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';
import type { TransactionsAddress } from './use-transactions-address.ts';

const AddTransactionDialog = lazyNamed(
  () => import('./add-transaction-dialog.tsx'),
  'AddTransactionDialog',
);
const TransactionVersionsDialog = lazyNamed(
  () => import('./transaction-versions-dialog.tsx'),
  'TransactionVersionsDialog',
);

const TransactionReceiptsDialog = lazyNamed(
  () => import('./transaction-receipts-dialog.tsx'),
  'TransactionReceiptsDialog',
);

type Props = ScreenOverlayProps<TransactionsSearch> & { wallet: DialogWallet };

const dialogs: Record<TransactionsDialog, ComponentType<Props>> = {
  add: requireWriteAccess((overlay) => (
    <AddTransactionDialog
      {...overlay}
      onAdded={overlay.onClose}
      toFailureMessage={() => 'Failed to add transaction. Please try again.'}
    />
  )),
  edit: requireWriteAccess(
    withTransaction(
      lazyNamed(() => import('./edit-transaction-dialog.tsx'), 'EditTransactionDialog'),
    ),
  ),
  delete: requireWriteAccess(
    withTransaction(
      lazyNamed(() => import('./delete-transaction-dialog.tsx'), 'DeleteTransactionDialog'),
    ),
  ),
  history: ({ search: { subject }, ...overlay }) =>
    subject && <TransactionVersionsDialog {...overlay} transactionId={subject} />,
  receipts: ({ search: { subject }, ...overlay }) =>
    subject && <TransactionReceiptsDialog {...overlay} transactionId={subject} />,
};

/** The dialogs of a wallet's transactions. */
export function TransactionOverlays({
  wallet,
  address: { search, closeDialog },
}: {
  wallet: DialogWallet;
  address: TransactionsAddress;
}) {
  return (
    <OverlayHost
      dialogs={[{ overlays: dialogs, openName: search.dialog, onClose: closeDialog }]}
      search={search}
      context={{ wallet }}
    />
  );
}

/** Allows a dialog only to members who may write to the wallet. */
function requireWriteAccess(Dialog: ComponentType<Props>) {
  return function WritersDialog(overlay: Props) {
    const canWrite = useCanWrite();
    // Checked once on opening, so that a later change of rights does not discard the input.
    const isAllowed = useInitial(canWrite(overlay.wallet.ownerId));
    useCloseWithReason(isAllowed ? undefined : treasurerNeeded.refusal.message, overlay);
    return isAllowed && <Dialog {...overlay} />;
  };
}

/** Loads the transaction of a dialog, which closes if it is missing or cannot be changed. */
function withTransaction(
  Dialog: ComponentType<OverlayProps & { transaction: Transaction; wallet: DialogWallet }>,
) {
  function LoadedTransactionDialog({
    transactionId,
    ...overlay
  }: Props & { transactionId: Id<'transaction'> }) {
    const transactionAddress = { walletId: overlay.wallet.id, transactionId };
    const known = knownTransactionQuery(useQueryClient(), transactionAddress);
    const { data, error } = useQuery({ ...known, enabled: overlay.open });
    const transaction = useInitial(data);
    const canChange = useCanChange();
    const reason = transaction
      ? (checkChangeable(transaction)?.refusal.message ??
        (canChange(transaction) ? undefined : treasurerNeeded.refusal.message))
      : error
        ? describeFailure(error)
        : undefined;
    useCloseWithReason(reason, overlay);
    if (!transaction || reason !== undefined) return null;
    return <Dialog {...overlay} transaction={transaction} />;
  }
  return function TransactionDialog(overlay: Props) {
    const { subject } = overlay.search;
    return subject && <LoadedTransactionDialog {...overlay} transactionId={subject} />;
  };
}

function describeFailure(error: Error): string {
  return isNotFound(error) ? 'This transaction no longer exists' : error.message;
}
