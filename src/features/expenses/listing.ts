/** The filters and sort orders of a list of expenses, as in the API and the address. */
export const expenseStatuses = ['open', 'settled', 'deleted'] as const;
export type ExpenseStatus = (typeof expenseStatuses)[number];

/** Only expenses that have no receipt, or some. */
export const receiptFilters = ['none', 'some'] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

/**
 * `current` lists what stands: of corrected expenses neither reversals nor what was replaced. Without
 * a filter the sum is that of `all`, because those cancel out.
 */
export const correctionFilters = ['all', 'current'] as const;
export type CorrectionFilter = (typeof correctionFilters)[number];

const expenseSorts = ['date', 'title', 'total', 'payer', 'count', 'status'] as const;
export type ExpenseSort = (typeof expenseSorts)[number];

/** `member` sorts by what `memberId` owes. */
export const listSorts = [...expenseSorts, 'member'] as const;
export type ListSort = (typeof listSorts)[number];
