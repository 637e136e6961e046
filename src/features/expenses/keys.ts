/** Query keys; a write invalidates everything below a key. */
export const expensesKey = ['expenses'] as const;
