/** Receipts and documents of expenses: files that their uploaders add to them. */
import * as z from 'zod/mini';
import { attachedFiles, fileReadCalls } from '#features/files/contract.ts';
import { receiptIds } from '#features/files/receipt.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';

const path = '/expenses/{expenseId}/receipts';
const tag = 'Expenses';
const expenseParams = z.object({ expenseId: id<'expense'>() });
const receiptParams = z.extend(expenseParams, { receiptId: id<'file'>() });

export const receiptCalls = {
  list: endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List the receipts of an expense in order, with who added them when',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: expenseParams,
    reply: attachedFiles,
  }),
  /** 409 `too_many_files`, `expense_deleted`; 422 `unknown_file`. */
  add: endpoint({
    method: 'POST',
    path,
    tag,
    summary:
      'Add your finished uploads to an expense, also to a settled one, or bring back receipts removed from it within a day',
    policy: 'member',
    params: expenseParams,
    body: z.strictObject({ receiptIds: receiptIds.check(z.minLength(1, 'Name a file')) }),
    reply: attachedFiles,
  }),
  /** 409 `expense_settled`: evidence of a settled expense stays. */
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{receiptId}`,
    tag,
    summary: 'Remove a receipt of an open expense; it can be added again within a day',
    policy: 'member',
    params: receiptParams,
  }),
  ...fileReadCalls(`${path}/{receiptId}`, { tag, params: receiptParams }),
} as const;
