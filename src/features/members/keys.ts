/** Where the browser keeps what it has read; a write refreshes what lies below a key. */
export const membersKey = ['members'] as const;
