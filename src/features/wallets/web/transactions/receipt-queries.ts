import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readFilesAgain } from '#features/files/web/shared/read-again.ts';
import type { Id } from '#kit/id.ts';
import { getBaseUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { buildAddress } from '#web/api/request.ts';
import { walletsKey } from '../../keys.ts';
import { transactionReceiptCalls } from '../../receipt-contract.ts';
import type { TransactionAddress } from '../queries.ts';

export function receiptsQuery({ walletId, transactionId }: TransactionAddress) {
  return queryOptions({
    queryKey: [...walletsKey, 'receipts', walletId, transactionId],
    queryFn: async ({ signal }) => {
      const params = { walletId, transactionId };
      return (await call(transactionReceiptCalls.list, { params, signal })).items;
    },
  });
}

/** Also brings back a receipt that was removed. */
export async function addReceipt(
  client: QueryClient,
  params: TransactionAddress,
  receiptId: Id<'file'>,
): Promise<void> {
  await call(transactionReceiptCalls.add, { params, body: { receiptIds: [receiptId] } });
  await refreshReceipts(client, params);
}

export async function removeReceipt(
  client: QueryClient,
  address: TransactionAddress,
  receiptId: Id<'file'>,
): Promise<void> {
  try {
    await call(transactionReceiptCalls.remove, { params: { ...address, receiptId } });
  } finally {
    await refreshReceipts(client, address);
  }
}

/** The receipts, and the lists that count them. */
async function refreshReceipts(client: QueryClient, address: TransactionAddress): Promise<void> {
  void client.invalidateQueries({ queryKey: [...walletsKey, 'transactions', address.walletId] });
  await readFilesAgain(client, receiptsQuery(address).queryKey);
}

export function getReceiptAddress(
  address: TransactionAddress,
  receiptId: Id<'file'>,
  which: 'read' | 'readPreview' = 'read',
): string {
  const contract = transactionReceiptCalls[which];
  return getBaseUrl(contract) + buildAddress(contract, { params: { ...address, receiptId } });
}
