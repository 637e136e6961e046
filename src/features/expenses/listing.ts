/** What a list of expenses is narrowed to and sorted by, in the words of its call and its address. */
export const expenseStatuses = ['open', 'settled', 'deleted'] as const;
export type ExpenseStatus = (typeof expenseStatuses)[number];

export const expenseSorts = ['date', 'title', 'total', 'payer', 'count', 'status'] as const;
export type ExpenseSort = (typeof expenseSorts)[number];

/** By its own columns, or by what `memberId` owes: every participant is a column too. */
export const listSorts = [...expenseSorts, 'member'] as const;
export type ListSort = (typeof listSorts)[number];
