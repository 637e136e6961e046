/** Where the browser keeps what it has read; a write refreshes what lies below a key. */
/** What is of one wallet has its id third. */
export const walletsKey = ['wallets'] as const;
