/** Keys of the browser's query cache; a write invalidates every query below its key. */
/** Keys of a single wallet have its id in third position. */
export const walletsKey = ['wallets'] as const;

/** Figures of all wallets; every write of a transaction invalidates them. */
export const walletTotalsKey = [...walletsKey, 'totals'] as const;
