/** Keys of the browser's query cache; a write invalidates every query below its key. */
export const chaptersKey = ['chapters'] as const;
export const chapterKey = ['chapter'] as const;
export const invitationKey = ['invitation'] as const;
export const invitationsKey = ['invitations'] as const;
export const bankBalanceKey = ['bank balance'] as const;
export const instructionsKey = ['payment instructions'] as const;
