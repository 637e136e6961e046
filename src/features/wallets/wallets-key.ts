/**
 * Everything the browser holds of wallets is below this key; what is of one wallet has its id third.
 * A file of its own for those who only say that it may have changed.
 */
export const walletsKey = ['wallets'] as const;
