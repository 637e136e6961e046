import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AttachedFile } from '#features/files/contract.ts';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import type { Id } from '#kit/id.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { BookedTransaction } from '../../contract.ts';
import { checkChangeable } from '../../transaction.ts';
import { knownTransactionQuery, type TransactionAddress } from '../queries.ts';
import { useCanChange, useCanWrite } from '../use-can-write.ts';
import { addReceipt, getReceiptAddress, receiptsQuery, removeReceipt } from './receipt-queries.ts';
import type { DialogWallet } from './transaction-form-dialog.tsx';

/** The receipts of a transaction: added by anyone who sees it, also while others look at them. */
export function TransactionReceiptsDialog({
  transactionId,
  wallet,
  open,
  onClose,
}: OverlayProps & { transactionId: Id<'transaction'>; wallet: DialogWallet }) {
  const address = { walletId: wallet.id, transactionId };
  const known = knownTransactionQuery(useQueryClient(), address);
  const transaction = useQuery({ ...known, enabled: open });
  const receipts = useQuery({ ...receiptsQuery(address), enabled: open });
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
          address={address}
          wallet={wallet}
          // Deleted meanwhile, it takes none.
          transaction={transaction.isError ? undefined : transaction.data}
          items={receipts.data}
          error={receipts.error}
          onRetry={() => void receipts.refetch()}
        />
      )}
    </Dialog>
  );
}

function Content({
  address,
  wallet,
  transaction,
  ...loaded
}: {
  address: TransactionAddress;
  wallet: DialogWallet;
  transaction: BookedTransaction | undefined;
  items: readonly AttachedFile[] | undefined;
  error: Error | null;
  onRetry: () => void;
}) {
  const client = useQueryClient();
  const { me } = useSession();
  const canWrite = useCanWrite()(wallet.ownerId);
  const canChange = useCanChange();
  const props = {
    ...loaded,
    calls: {
      add: (receiptId: Id<'file'>) => addReceipt(client, address, receiptId),
      remove: (receiptId: Id<'file'>) => removeReceipt(client, address, receiptId),
      getAddress: (receiptId: Id<'file'>, which?: 'read' | 'readPreview') =>
        getReceiptAddress(address, receiptId, which),
    },
    count: loaded.items?.length ?? 1,
  };
  if (!transaction) return <AttachedFileList {...props} />;
  const mayRemove = (receipt: AttachedFile) =>
    checkChangeable(transaction) === undefined &&
    (receipt.by.id === me.memberId || (canWrite && canChange(transaction)));
  return <AttachedFiles {...props} mayRemove={mayRemove} />;
}
