/** Where the browser keeps what it has read; a write refreshes what lies below a key. */
export const chaptersKey = ['chapters'] as const;
export const chapterKey = ['chapter'] as const;
export const invitationKey = ['invitation'] as const;
export const invitationsKey = ['invitations'] as const;
