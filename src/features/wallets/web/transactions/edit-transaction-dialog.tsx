import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { describeFailure, isConflict, isNotFound } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { mergeInput } from '#web/screen/record/merge-input.ts';
import { rebaseForm } from '#web/screen/record/record-form.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { ConflictFooter } from '#web/ui/overlays/conflict.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Transaction, TransactionInput } from '../../contract.ts';
import { toEntered } from '../../transaction.ts';
import { transactionHistoryQuery, transactionQuery, useUpdateTransaction } from '../queries.ts';
import { toastError } from '../toast-error.ts';
import { TransactionConflict } from './transaction-conflict.tsx';
import { toForm, toInput } from './transaction-form.ts';
import { type DialogWallet, TransactionFormDialog } from './transaction-form-dialog.tsx';
import { showRefusal, useTransactionForm } from './use-transaction-form.ts';

const failure = 'Failed to update transaction. Please try again.';

/**
 * Edits a transaction. If someone else changed it first, shows both versions to choose from.
 */
export function EditTransactionDialog({
  transaction,
  wallet,
  open,
  onClose,
}: OverlayProps & {
  transaction: Transaction;
  wallet: DialogWallet;
}) {
  const [initial] = useState(() => toForm(transaction));
  /** The version that the next save would replace. */
  const [seen, setSeen] = useState(transaction);
  /** The input that conflicted with someone else's change. */
  const [mine, setMine] = useState<TransactionInput>();
  const form = useTransactionForm(initial, 'edit', wallet.currencyCode);
  const update = useUpdateTransaction();
  const address = { walletId: wallet.id, transactionId: transaction.id };
  const theirs = useQuery({ ...transactionQuery(address), enabled: false });
  const versions = useQuery({ ...transactionHistoryQuery(address), enabled: false });
  const loadTheirs = () => {
    void theirs.refetch();
    void versions.refetch();
  };
  const save = useSubmitOnce(
    async (input: TransactionInput, over: Transaction) => {
      await update.mutateAsync({ seen: over, input }).catch((error: unknown) => {
        if (isConflict(error)) {
          setMine(input);
          loadTheirs();
        } else if (isNotFound(error)) {
          void versions.refetch();
        }
        throw error;
      });
      toast.success('Transaction updated successfully');
      onClose();
    },
    (error) => {
      toastError(failure);
      showRefusal(form, error);
    },
  );
  const current = theirs.isFetching || theirs.isError ? undefined : theirs.data;
  /** What was typed, and of what was not touched the current version. */
  const merged = mine && current && mergeInput(form.getValues(), toForm(seen), toForm(current));
  const kept = merged && toInput(merged, 'edit', wallet.currencyCode);
  const goBack = () => {
    if (current && merged) {
      rebaseForm(form, toForm(current), merged);
      setSeen(current);
    }
    // Only a rendered field can take the focus.
    flushSync(() => setMine(undefined));
    update.reset();
    form.setFocus('amount');
  };
  return (
    <TransactionFormDialog
      kind="edit"
      form={form}
      wallet={wallet}
      open={open}
      onClose={onClose}
      title="Edit Transaction"
      description="Update the transaction details below."
      submitLabel="Update Transaction"
      busyLabel="Updating..."
      isBusy={update.isPending}
      failure={
        update.isError &&
        (isNotFound(update.error)
          ? 'Someone else deleted this transaction. Your changes are still here.'
          : describeFailure(update.error))
      }
      replacement={
        mine && (
          <TransactionConflict
            mine={toEntered(kept ?? mine)}
            theirs={current}
            last={versions.data?.[0]}
            wallet={wallet}
            isDeleted={isNotFound(theirs.error)}
            failure={theirs.isFetching ? null : theirs.error}
            onRetry={loadTheirs}
          />
        )
      }
      replacementFooter={
        mine && (
          <ConflictFooter
            isBusy={update.isPending}
            onGoBack={goBack}
            onTakeTheirs={onClose}
            onKeepMine={current && kept && (() => save(kept, current))}
          />
        )
      }
      onSave={(input) => save(input, seen)}
    />
  );
}
