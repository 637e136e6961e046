import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { isGone } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useFocusWhenClosed } from '#web/screen/use-focus-when-closed.ts';
import { useLasting } from '#web/screen/use-lasting.ts';
import { treasurerNeeded } from '../../may-write.ts';
import { refusalOfChange } from '../../transaction.ts';
import { toastFailure } from '../failure-words.ts';
import { knownTransactionQuery } from '../queries.ts';
import type { TransactionsDialog } from '../search.ts';
import { useFirst } from '../use-first.ts';
import { useMayWrite } from '../use-may-write.ts';
import type { AboutWallet } from './transaction-form-dialog.tsx';
import type { TransactionsAddress } from './use-transactions-address.ts';

const AddTransactionDialog = lazyNamed(
  () => import('./add-transaction-dialog.tsx'),
  'AddTransactionDialog',
);
const EditTransactionDialog = lazyNamed(
  () => import('./edit-transaction-dialog.tsx'),
  'EditTransactionDialog',
);
const DeleteTransactionDialog = lazyNamed(
  () => import('./delete-transaction-dialog.tsx'),
  'DeleteTransactionDialog',
);
const TransactionVersionsDialog = lazyNamed(
  () => import('./transaction-versions-dialog.tsx'),
  'TransactionVersionsDialog',
);

/** The dialogs that the address of a wallet's transactions names, each loaded when first asked for. */
export function TransactionOverlays({
  wallet,
  address,
}: {
  wallet: AboutWallet;
  address: TransactionsAddress;
}) {
  const { search, closeDialog } = address;
  const dialog = useLasting(search.dialog);
  const subject = useLasting(search.dialog && search.subject);
  useFocusWhenClosed(dialog?.isOpen ?? false);
  return (
    <Suspense>
      {dialog && (
        <Asked
          key={dialog.opening}
          dialog={dialog.value}
          subject={subject?.value}
          wallet={wallet}
          open={dialog.isOpen}
          onClose={closeDialog}
        />
      )}
    </Suspense>
  );
}

type About = { wallet: AboutWallet; open: boolean; onClose: () => void };

function Asked({
  dialog,
  subject,
  ...about
}: About & { dialog: TransactionsDialog; subject: Id | undefined }) {
  const mayWrite = useMayWrite();
  // Who opened it may finish: the server decides, and nothing typed is taken away.
  const [isAllowed] = useState(() => mayWrite(about.wallet.ownerId));
  if (dialog === 'history') {
    return subject && <TransactionVersionsDialog {...about} transactionId={subject} />;
  }
  if (!isAllowed) {
    return <Unasked {...about} why={treasurerNeeded.refusal.message} />;
  }
  if (dialog === 'add') {
    return (
      <AddTransactionDialog
        {...about}
        onAdded={about.onClose}
        wordsOfFailure={() => 'Failed to add transaction. Please try again.'}
      />
    );
  }
  return subject && <DialogAbout {...about} dialog={dialog} transactionId={subject} />;
}

/** A pasted address may ask for what cannot be: then it forgets the dialog, and says why. */
function Unasked({ open, onClose, why }: Pick<About, 'open' | 'onClose'> & { why: string }) {
  useEffect(() => {
    if (!open) return;
    toastFailure(why);
    onClose();
  }, [open, onClose, why]);
  return null;
}

/** A dialog about a transaction that can change. */
function DialogAbout({
  transactionId,
  dialog,
  wallet,
  open,
  onClose,
}: About & { transactionId: Id; dialog: 'edit' | 'delete' }) {
  const asked = knownTransactionQuery(useQueryClient(), { walletId: wallet.id, transactionId });
  const query = useQuery({ ...asked, enabled: open });
  const transaction = useFirst(query.data);
  if (!transaction) {
    return query.isError && <Unasked open={open} onClose={onClose} why={wordsOf(query.error)} />;
  }
  const refused = refusalOfChange(transaction);
  if (refused) return <Unasked open={open} onClose={onClose} why={refused.refusal.message} />;
  const about = { transaction, wallet, open, onClose };
  switch (dialog) {
    case 'edit':
      return <EditTransactionDialog {...about} />;
    case 'delete':
      return <DeleteTransactionDialog {...about} />;
    default:
      return dialog satisfies never;
  }
}

function wordsOf(error: Error): string {
  return isGone(error) ? 'This transaction no longer exists' : error.message;
}
