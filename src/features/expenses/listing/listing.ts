/** The filters and sort orders of a list of expenses, as in the API and the address. */
export const expenseStatuses = ['open', 'settled', 'deleted'] as const;
export type ExpenseStatus = (typeof expenseStatuses)[number];

/** `own`: an expense of many people says how many share it, names a few, and has only the reader's share. */
export const shareFilters = ['all', 'own'] as const;
export type ShareFilter = (typeof shareFilters)[number];
/** Expenses of no more people are listed whole. */
export const mostWhole = 12;
/** How many are named of an expense that is not listed whole. */
export const mostNamed = 5;

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
