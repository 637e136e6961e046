import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AttachedFile } from '#features/files/contract.ts';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import { useAttachedFiles } from '#features/files/web/shared/use-attached-files.ts';
import type { Id } from '#kit/id.ts';
import { buildUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { BookedTransaction } from '../../contract.ts';
import { walletsKey } from '../../keys.ts';
import { transactionReceiptCalls } from '../../receipt-contract.ts';
import { checkChangeable } from '../../transaction.ts';
import { knownTransactionQuery } from '../queries.ts';
import { useCanChange, useCanWrite } from '../use-can-write.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';

/** The receipts of a transaction: added by anyone who sees it, also while others look at them. */
export function TransactionReceiptsDialog({
  transactionId,
  wallet,
  open,
  onClose,
}: OverlayProps & { transactionId: Id<'transaction'>; wallet: DialogWallet }) {
  const address = { walletId: wallet.id, transactionId };
  const client = useQueryClient();
  const known = knownTransactionQuery(client, address);
  const transaction = useQuery({ ...known, enabled: open });
  const receipts = useAttachedFiles(
    {
      queryKey: [...walletsKey, 'receipts', wallet.id, transactionId],
      list: (signal) => call(transactionReceiptCalls.list, { params: address, signal }),
      add: (receiptId) =>
        call(transactionReceiptCalls.add, { params: address, body: { receiptIds: [receiptId] } }),
      remove: (receiptId) =>
        call(transactionReceiptCalls.remove, { params: { ...address, receiptId } }),
      getAddress: (receiptId, which = 'read') =>
        buildUrl(transactionReceiptCalls[which], { params: { ...address, receiptId } }),
      // The lists count them.
      refresh: () =>
        void client.invalidateQueries({ queryKey: [...walletsKey, 'transactions', wallet.id] }),
    },
    open,
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Receipts & Documents"
      description={transaction.data?.description}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isNotFound(receipts.error) ? (
        <EmptyState title="Transaction not found">This transaction doesn't exist.</EmptyState>
      ) : (
        <Content
          wallet={wallet}
          // Deleted meanwhile, it takes none.
          transaction={transaction.isError ? undefined : transaction.data}
          receipts={receipts}
        />
      )}
    </Dialog>
  );
}

function Content({
  wallet,
  transaction,
  receipts,
}: {
  wallet: DialogWallet;
  transaction: BookedTransaction | undefined;
  receipts: ReturnType<typeof useAttachedFiles>;
}) {
  const { me } = useSession();
  const canWrite = useCanWrite()(wallet.ownerId);
  const canChange = useCanChange();
  const props = { ...receipts, count: receipts.items?.length ?? 1 };
  if (!transaction) return <AttachedFileList {...props} />;
  const mayRemove = (receipt: AttachedFile) =>
    checkChangeable(transaction) === undefined &&
    (receipt.by.id === me.memberId || (canWrite && canChange(transaction)));
  return <AttachedFiles {...props} mayRemove={mayRemove} />;
}
