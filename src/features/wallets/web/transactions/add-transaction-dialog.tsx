import { useState } from 'react';
import { describeFailure } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { TransactionInput } from '../../contract.ts';
import { toastFailure } from '../failure-words.ts';
import { useAddTransaction } from '../queries.ts';
import { newTransactionForm } from './transaction-form.ts';
import { type AboutWallet, TransactionFormDialog } from './transaction-form-dialog.tsx';
import { showRefusal, useTransactionForm } from './use-transaction-form.ts';

/** A credit or a debit for a wallet, entered once however often it is sent. */
export function AddTransactionDialog({
  wallet,
  open,
  onClose,
  onAdded,
  wordsOfFailure,
}: {
  wallet: AboutWallet;
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
  /** What the toast says; each screen has its own words. */
  wordsOfFailure: (error: unknown) => string;
}) {
  const [initial] = useState(() => newTransactionForm(wallet.ownerId));
  const form = useTransactionForm(initial, 'add');
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
      toastFailure(wordsOfFailure(error));
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
