/** The statuses and sort orders of a list of expenses, as in the API and the address. */
export const expenseStatuses = ['open', 'settled', 'deleted'] as const;
export type ExpenseStatus = (typeof expenseStatuses)[number];

export const expenseSorts = ['date', 'title', 'total', 'payer', 'count', 'status'] as const;
export type ExpenseSort = (typeof expenseSorts)[number];

/** `member` sorts by what `memberId` owes. */
export const listSorts = [...expenseSorts, 'member'] as const;
export type ListSort = (typeof listSorts)[number];
