/** What is sent to log an expense or to correct one. Separate, because lists need nothing of it. */
import * as z from 'zod/mini';
import { receiptIds } from '#features/files/receipt.ts';
import { id } from '#kit/id.ts';
import {
  expenseDefaults,
  expenseFields,
  maxOverrides,
  overrideBody,
  settlementNote,
} from './expense.ts';

export const newOverrides = z.array(overrideBody).check(z.maxLength(maxOverrides));

/** Title, amount, date and participants are required. */
export const newExpense = z.strictObject({
  ...expenseFields,
  /** Chosen by the client, so that its preview gives the extra cents to the same participants. */
  id: z.optional(id<'expense'>()),
  description: z._default(expenseFields.description, expenseDefaults.description),
  original: z.optional(expenseFields.original),
  eventId: z._default(expenseFields.eventId, expenseDefaults.eventId),
  category: z._default(expenseFields.category, expenseDefaults.category),
  paidBy: z._default(expenseFields.paidBy, expenseDefaults.paidBy),
  payers: z.optional(expenseFields.payers),
  isEvenSplit: z._default(expenseFields.isEvenSplit, expenseDefaults.isEvenSplit),
  isExcludedFromGroupTotals: z._default(
    expenseFields.isExcludedFromGroupTotals,
    expenseDefaults.isExcludedFromGroupTotals,
  ),
  useWalletTransactions: z._default(
    expenseFields.useWalletTransactions,
    expenseDefaults.useWalletTransactions,
  ),
  payerReimbursementType: z._default(
    expenseFields.payerReimbursementType,
    expenseDefaults.payerReimbursementType,
  ),
  payerReimbursementAmount: z._default(
    expenseFields.payerReimbursementAmount,
    expenseDefaults.payerReimbursementAmount,
  ),
  /** Finished uploads of the caller's, in order. */
  receiptIds: z._default(receiptIds, []),
  /** Added to the new expense one after another, all or none. */
  overrides: z.optional(newOverrides),
});
export type NewExpense = z.output<typeof newExpense>;

export const correctionBody = z.strictObject({
  /** Null if nothing stands in the place of the reversed expense. */
  replacement: z.nullable(
    z.extend(newExpense, {
      receiptIds: z._default(
        receiptIds.check(z.maxLength(0, 'Receipts can be added once this expense is corrected')),
        [],
      ),
    }),
  ),
  note: settlementNote,
});
export type CorrectionFields = z.output<typeof correctionBody>;
