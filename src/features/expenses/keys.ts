/** Everything this file keeps is below this key. */
export const expensesKey = ['expenses'] as const;
