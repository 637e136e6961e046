/** Receipts of transactions: files that their uploaders add to them. Who sees a wallet sees them. */
import * as z from 'zod/mini';
import { attachedFiles, fileReadCalls } from '#features/files/contract.ts';
import { receiptIds } from '#features/files/receipt.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';

const path = '/wallets/{walletId}/transactions/{transactionId}/receipts';
const tag = 'Wallets';
const transactionParams = z.strictObject({
  walletId: id<'wallet'>(),
  transactionId: id<'transaction'>(),
});
const receiptParams = z.extend(transactionParams, { receiptId: id<'file'>() });

export const transactionReceiptCalls = {
  list: endpoint({
    method: 'GET',
    path,
    tag,
    summary:
      'List the receipts of a transaction in order, with who added them when, even if it was deleted',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: transactionParams,
    reply: attachedFiles,
  }),
  /** 409 `too_many_files`; 422 `unknown_file`. */
  add: endpoint({
    method: 'POST',
    path,
    tag,
    summary:
      'Add your finished uploads to a transaction, or bring back receipts removed from it within a day',
    policy: 'member',
    params: transactionParams,
    body: z.strictObject({ receiptIds: receiptIds.check(z.minLength(1, 'Name a file')) }),
    reply: attachedFiles,
  }),
  /** 409 `settlement_transaction`, `payment_transaction`: their evidence stays. */
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{receiptId}`,
    tag,
    summary:
      'Remove a receipt of a transaction that you may change, or that you added; it can be added again within a day',
    policy: 'member',
    params: receiptParams,
  }),
  ...fileReadCalls(`${path}/{receiptId}`, { tag, params: receiptParams }),
} as const;
