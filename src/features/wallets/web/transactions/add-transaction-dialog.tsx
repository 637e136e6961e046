import { useState } from 'react';
import { formatShortDate } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { useTwin } from '#web/screen/use-twin.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type ListedTransaction, type TransactionInput, walletCalls } from '../../contract.ts';
import { toEntered } from '../../transaction.ts';
import { useAddTransaction } from '../queries.ts';
import { toastError } from '../toast-error.ts';
import { useBookableTypes } from '../use-can-write.ts';
import { newTransactionForm } from './transaction-form.ts';
import { type DialogWallet, TransactionFormDialog } from './transaction-form-dialog.tsx';
import { showRefusal, useTransactionForm } from './use-transaction-form.ts';

/** Adds a credit or a debit to a wallet, once however often it is submitted. */
export function AddTransactionDialog({
  wallet,
  onAdded,
  toFailureMessage,
  ...overlay
}: OverlayProps & {
  wallet: DialogWallet;
  onAdded: () => void;
  /** The text of the toast, which differs between screens. */
  toFailureMessage: (error: unknown) => string;
}) {
  const types = useBookableTypes();
  const [initial] = useState(() => newTransactionForm(wallet.ownerId, types));
  const form = useTransactionForm(initial, 'add', wallet.currencyCode);
  const idempotency = useIdempotencyKey();
  const add = useAddTransaction();
  const known = useTwin(
    (input: TransactionInput) => findTwin(wallet.id, input),
    (input) => input,
  );
  const save = useSubmitOnce(
    async (input: TransactionInput) => {
      if (input.referenceId && (await known.asks(input))) return 'asked';
      const idempotencyKey = idempotency.keyFor(input);
      await add.mutateAsync({ walletId: wallet.id, input, idempotencyKey });
      toast.success('Transaction added successfully');
      onAdded();
      return undefined;
    },
    (error) => {
      toastError(toFailureMessage(error));
      showRefusal(form, error);
    },
  );
  const error = known.error ?? add.error;
  return (
    <TransactionFormDialog
      kind="add"
      form={form}
      wallet={wallet}
      {...overlay}
      title="Add Transaction"
      description={`Add a new transaction to ${wallet.name}`}
      submitLabel="Add Transaction"
      busyLabel="Adding..."
      isBusy={known.isLooking || add.isPending}
      failure={error ? describeFailure(error) : known.twin && <Twin twin={known.twin} />}
      onSave={save}
    />
  );
}

/** A transaction of the wallet with the same reference and amount. */
async function findTwin(walletId: Id<'wallet'>, input: TransactionInput) {
  const query = { searchTerm: input.referenceId, take: 200 };
  const { transactions } = await call(walletCalls.transactions, { params: { walletId }, query });
  const { amount, referenceId } = toEntered(input);
  return transactions.items.find(
    (each) => each.amount === amount && each.referenceId === referenceId,
  );
}

function Twin({ twin }: { twin: ListedTransaction }) {
  const { timeZone } = useSession().chapter;
  return (
    <>
      <p className="font-medium">Is this the same transaction?</p>
      <p className="wrap-anywhere">
        "{twin.description}" with the reference {twin.referenceId} and the same amount is already
        here, of {formatShortDate(twin.date, timeZone)}. If yours is another one, press Add
        Transaction again.
      </p>
    </>
  );
}
