/** Receipts: files of an expense or a transaction. */
import * as z from 'zod/mini';
import { id } from '#kit/id.ts';

/** Of one expense or transaction. */
export const maxReceipts = 20;

/** Ids of finished uploads, which a request adds. */
export const receiptIds = z
  .array(id<'file'>())
  .check(z.maxLength(maxReceipts, `There can be at most ${maxReceipts} receipts`));
