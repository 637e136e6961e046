import { useQueryClient } from '@tanstack/react-query';
import { AttachedFileList, AttachedFiles } from '#features/files/web/shared/attached-files.tsx';
import { useAttachedFiles } from '#features/files/web/shared/use-attached-files.ts';
import { buildUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import { expensesKey } from '../../keys.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { invalidateExpenses } from '../changes/change-queries.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

/** The receipts of an expense, of which those of a settled one stay. */
export function ReceiptsSection({ expense }: { expense: Expense }) {
  const client = useQueryClient();
  const { id, receiptIds, status } = expense;
  const mayWrite = useExpenseRights().reasonAgainstWriting(expense) === undefined;
  const count = receiptIds.length;
  const params = { expenseId: id };
  const queryKey = [...expensesKey, 'receipts', id];
  const files = useAttachedFiles(
    {
      queryKey,
      list: (signal) => call(receiptCalls.list, { params, signal }),
      add: (receiptId) => call(receiptCalls.add, { params, body: { receiptIds: [receiptId] } }),
      remove: (receiptId) => call(receiptCalls.remove, { params: { ...params, receiptId } }),
      getAddress: (receiptId, which = 'read') =>
        buildUrl(receiptCalls[which], { params: { ...params, receiptId } }),
      refresh: () => invalidateExpenses(client, queryKey),
    },
    count > 0,
  );
  const props = {
    ...files,
    items: files.items?.filter((receipt) => receiptIds.includes(receipt.id)),
    count,
  };
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
