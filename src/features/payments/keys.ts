/** Where the browser caches payments. */
export const paymentsKey = ['payments'] as const;
