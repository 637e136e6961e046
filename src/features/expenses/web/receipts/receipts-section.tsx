import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { addReceipt, getReceiptAddress, receiptsQuery, removeReceipt } from './receipt-queries.ts';

/** The receipts of an expense, of which those of a settled one stay. */
export function ReceiptsSection({ expense }: { expense: Expense }) {
  const client = useQueryClient();
  const { id, receiptIds, status } = expense;
  const mayWrite = useExpenseRights().reasonAgainstWriting(expense) === undefined;
  const count = receiptIds.length;
  const query = useQuery({ ...receiptsQuery(id), enabled: count > 0 });
  const props = {
    calls: {
      add: (receiptId) => addReceipt(client, id, receiptId),
      remove: (receiptId) => removeReceipt(client, id, receiptId),
      getAddress: (receiptId, which) => getReceiptAddress(id, receiptId, which),
    },
    items: query.data?.filter((receipt) => receiptIds.includes(receipt.id)),
    count,
    error: query.error,
    onRetry: () => void query.refetch(),
  } satisfies Parameters<typeof AttachedFileList>[0];
  return (
    <SheetSection title="Receipts & Documents" aside={count > 0 && count}>
      {mayWrite ? (
        <AttachedFiles {...props} mayRemove={() => status === 'open'} />
      ) : (
        <AttachedFileList {...props} />
      )}
    </SheetSection>
  );
}
