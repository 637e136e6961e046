import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Id } from '#kit/id.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import type { Transaction } from '../../contract.ts';
import { treasurerNeeded } from '../../may-write.ts';
import { refusalOfChange } from '../../transaction.ts';
import { knownTransactionQuery } from '../queries.ts';
import type { TransactionsDialog, TransactionsSearch } from '../search.ts';
import { useCloseBecause } from '../use-close-because.ts';
import { useMayWrite } from '../use-may-write.ts';
import type { AboutWallet } from './transaction-form-dialog.tsx';
import type { TransactionsAddress } from './use-transactions-address.ts';

const AddTransactionDialog = lazyNamed(
  () => import('./add-transaction-dialog.tsx'),
  'AddTransactionDialog',
);
const TransactionVersionsDialog = lazyNamed(
  () => import('./transaction-versions-dialog.tsx'),
  'TransactionVersionsDialog',
);

type Props = ScreenOverlayProps<TransactionsSearch> & { wallet: AboutWallet };

const dialogs: Record<TransactionsDialog, ComponentType<Props>> = {
  add: forWriters((overlay) => (
    <AddTransactionDialog
      {...overlay}
      onAdded={overlay.onClose}
      wordsOfFailure={() => 'Failed to add transaction. Please try again.'}
    />
  )),
  edit: forWriters(
    aboutTransaction(
      lazyNamed(() => import('./edit-transaction-dialog.tsx'), 'EditTransactionDialog'),
    ),
  ),
  delete: forWriters(
    aboutTransaction(
      lazyNamed(() => import('./delete-transaction-dialog.tsx'), 'DeleteTransactionDialog'),
    ),
  ),
  history: ({ search: { subject }, ...overlay }) =>
    subject && <TransactionVersionsDialog {...overlay} transactionId={subject} />,
};

/** The dialogs of a wallet's transactions. */
export function TransactionOverlays({
  wallet,
  address: { search, closeDialog },
}: {
  wallet: AboutWallet;
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

/** A dialog that only those who may write the wallet can open. */
function forWriters(Dialog: ComponentType<Props>) {
  return function WritersDialog(overlay: Props) {
    const mayWrite = useMayWrite();
    // Whoever opened it may finish: the server decides, and nothing typed is taken away.
    const isAllowed = useInitial(mayWrite(overlay.wallet.ownerId));
    useCloseBecause(isAllowed ? undefined : treasurerNeeded.refusal.message, overlay);
    return isAllowed && <Dialog {...overlay} />;
  };
}

/** A dialog about a transaction that can change; without one it closes. */
function aboutTransaction(
  Dialog: ComponentType<OverlayProps & { transaction: Transaction; wallet: AboutWallet }>,
) {
  function AboutTransaction({
    transactionId,
    ...overlay
  }: Props & { transactionId: Id<'transaction'> }) {
    const transactionAddress = { walletId: overlay.wallet.id, transactionId };
    const known = knownTransactionQuery(useQueryClient(), transactionAddress);
    const { data, error } = useQuery({ ...known, enabled: overlay.open });
    const transaction = useInitial(data);
    const why = transaction
      ? refusalOfChange(transaction)?.refusal.message
      : error
        ? describeFailure(error)
        : undefined;
    useCloseBecause(why, overlay);
    if (!transaction || why !== undefined) return null;
    return <Dialog {...overlay} transaction={transaction} />;
  }
  return function TransactionDialog(overlay: Props) {
    const { subject } = overlay.search;
    return subject && <AboutTransaction {...overlay} transactionId={subject} />;
  };
}

function describeFailure(error: Error): string {
  return isNotFound(error) ? 'This transaction no longer exists' : error.message;
}
