import { useState } from 'react';
import { describeFailure } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { TransactionInput } from '../../contract.ts';
import { useAddTransaction } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { useBookableTypes } from '../use-can-write.ts';
import { newTransactionForm } from './transaction-form.ts';
import { type DialogWallet, TransactionFormDialog } from './transaction-form-dialog.tsx';
import { showRefusal, useTransactionForm } from './use-transaction-form.ts';

/** Adds a credit or a debit to a wallet, once however often it is submitted. */
export function AddTransactionDialog({
  wallet,
  open,
  onClose,
  onAdded,
  toFailureMessage,
}: {
  wallet: DialogWallet;
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
  /** The text of the toast, which differs between screens. */
  toFailureMessage: (error: unknown) => string;
}) {
  const types = useBookableTypes();
  const [initial] = useState(() => newTransactionForm(wallet.ownerId, types));
  const form = useTransactionForm(initial, 'add', wallet.currencyCode);
  const idempotency = useIdempotencyKey();
  const add = useAddTransaction();
  const save = useSubmitOnce(
    async (input: TransactionInput) => {
      const idempotencyKey = idempotency.keyFor(input);
      await add.mutateAsync({ walletId: wallet.id, input, idempotencyKey });
      toast.success('Transaction added successfully');
      onAdded();
    },
    (error) => {
      toastFailure(toFailureMessage(error));
      showRefusal(form, error);
    },
  );
  return (
    <TransactionFormDialog
      kind="add"
      form={form}
      wallet={wallet}
      open={open}
      onClose={onClose}
      title="Add Transaction"
      description={`Add a new transaction to ${wallet.name}`}
      submitLabel="Add Transaction"
      busyLabel="Adding..."
      isBusy={add.isPending}
      failure={add.isError && describeFailure(add.error)}
      onSave={save}
    />
  );
}
