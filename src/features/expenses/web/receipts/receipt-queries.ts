import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readFilesAgain } from '#features/files/web/shared/read-again.ts';
import type { Id } from '#kit/id.ts';
import { getBaseUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { buildAddress } from '#web/api/request.ts';
import { expensesKey } from '../../keys.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { invalidateExpenses } from '../changes/change-queries.ts';

export function receiptsQuery(expenseId: Id<'expense'>) {
  return queryOptions({
    queryKey: [...expensesKey, 'receipts', expenseId],
    queryFn: async ({ signal }) =>
      (await call(receiptCalls.list, { params: { expenseId }, signal })).items,
  });
}

/** Also brings back a receipt that was removed. */
export async function addReceipt(
  client: QueryClient,
  expenseId: Id<'expense'>,
  receiptId: Id<'file'>,
): Promise<void> {
  const params = { expenseId };
  await call(receiptCalls.add, { params, body: { receiptIds: [receiptId] } });
  await refreshReceipts(client, expenseId);
}

export async function removeReceipt(
  client: QueryClient,
  expenseId: Id<'expense'>,
  receiptId: Id<'file'>,
): Promise<void> {
  try {
    await call(receiptCalls.remove, { params: { expenseId, receiptId } });
  } finally {
    await refreshReceipts(client, expenseId);
  }
}

/** The receipts, and the expenses that name or count them. */
async function refreshReceipts(client: QueryClient, expenseId: Id<'expense'>): Promise<void> {
  const { queryKey } = receiptsQuery(expenseId);
  await Promise.all([readFilesAgain(client, queryKey), invalidateExpenses(client, queryKey)]);
}

export function getReceiptAddress(
  expenseId: Id<'expense'>,
  receiptId: Id<'file'>,
  which: 'read' | 'readPreview' = 'read',
): string {
  const contract = receiptCalls[which];
  return getBaseUrl(contract) + buildAddress(contract, { params: { expenseId, receiptId } });
}
