import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure, isConflict, isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { ChangeList } from '#web/ui/overlays/history.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Transaction } from '../../contract.ts';
import { transactionHistoryQuery, transactionQuery, useDeleteTransaction } from '../queries.ts';
import { toastError } from '../toast-error.ts';
import { useUserNames } from '../use-user-names.ts';
import { VersionAuthor } from './transaction-conflict.tsx';
import { listChanges } from './transaction-details.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';

/** Confirms deleting a transaction, and asks again if someone else changed it. */
export function DeleteTransactionDialog({
  transaction,
  wallet,
  open,
  onClose,
}: OverlayProps & {
  transaction: Transaction;
  wallet: DialogWallet;
}) {
  const { timeZone } = useSession().chapter;
  const [before] = useState(transaction);
  /** The latest version shown, which is the one to be deleted. */
  const [seen, setSeen] = useState(transaction);
  const [isLoadingCurrent, setIsLoadingCurrent] = useState(false);
  const remove = useDeleteTransaction();
  const address = { walletId: wallet.id, transactionId: before.id };
  const newest = useQuery({ ...transactionQuery(address), enabled: false });
  const versions = useQuery({ ...transactionHistoryQuery(address), enabled: false });
  const userName = useUserNames(wallet, [before.userId, seen.userId]);
  const known = { currency: wallet.currencyCode, userName };
  const changes = listChanges(before, seen, known);
  const last = versions.data?.[0];
  const confirm = useSubmitOnce(
    async () => {
      await remove.mutateAsync(seen).catch(async (error: unknown) => {
        if (isConflict(error) || isNotFound(error)) {
          setIsLoadingCurrent(true);
          const [{ data, isSuccess }] = await Promise.all([newest.refetch(), versions.refetch()]);
          if (isSuccess) setSeen(data);
          setIsLoadingCurrent(false);
        }
        throw error;
      });
      toast.success('Transaction deleted successfully');
      onClose();
    },
    () => toastError('Failed to delete transaction. Please try again.'),
  );
  const isDeletedAlready = isNotFound(remove.error) || isNotFound(newest.error);
  return (
    <AlertDialog
      movesMoney
      open={open}
      onClose={onClose}
      title="Delete Transaction"
      description={
        <>
          Are you sure you want to delete this transaction? This action cannot be undone.{' '}
          <span className="text-third">The transaction stays visible in the wallet's history.</span>
        </>
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending || isLoadingCurrent}
      onConfirm={confirm}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 rounded-control bg-hover px-3.5 py-2.5">
        <p className="max-w-full min-w-0 flex-[1_0_auto]">
          <span className="line-clamp-4 font-medium wrap-anywhere">{seen.description}</span>
          <DateText
            at={seen.date}
            zone={timeZone}
            format="dateTime"
            className="text-xs text-third"
          />
        </p>
        <Money
          cents={seen.amount}
          currency={wallet.currencyCode}
          isSigned
          className="font-medium"
        />
      </div>
      {changes.length > 0 && (
        <div className="mt-4">
          <ChangeList changes={changes} />
        </div>
      )}
      {remove.isError && (
        <Notice tone="error" className="mt-4">
          {isDeletedAlready ? (
            <p>This transaction was already deleted.</p>
          ) : isConflict(remove.error) ? (
            <p>
              Someone else changed this transaction.{' '}
              {newest.isError
                ? "Couldn't load the current version. Nothing was deleted."
                : 'Review the current version, then delete it again.'}
            </p>
          ) : (
            <p>{describeFailure(remove.error)}</p>
          )}
          {last && (
            <p>
              <VersionAuthor version={last} />
            </p>
          )}
        </Notice>
      )}
    </AlertDialog>
  );
}
